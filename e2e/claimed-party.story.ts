import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { judge } from './support/judge.ts'
import { launchContract } from './support/launch.ts'
import { jing, type Person } from './support/people.ts'
import { stage } from './support/stage.ts'
import { signInByAccount, signInByCode } from './support/sign-in.ts'
import { invitation, signHere } from './support/sign.ts'

/** A tenant who has never heard of the platform gets an SMS, proves phone and name on a phone, and signs. */

const tenant: Person = { phone: '13912345678', name: '周晓彤', company: null }
const scene = stage()

test('a party without an account is claimed by phone and name, and signs', async () => {
  const desk = await scene.browser.desktop(scene.server.url)
  await desk.page.goto('/home/login')
  await signInByAccount(desk.page, jing)
  await launchContract(desk.page, {
    file: '房屋租赁合同.pdf',
    others: [tenant],
    ownSideSigns: false,
    page: 1,
    placings: [{ person: tenant, kind: '个人签名', x: 0.5, y: 0.4 }],
  })

  const phone = await scene.browser.phone(scene.server.url)
  const link = await invitation(scene.server, tenant.phone)
  await phone.page.goto(link)
  await signInByCode(phone.page, scene.server, tenant.phone)
  await phone.page.getByText('您需要完成实名认证').first().waitFor()
  expect(await axeFindings(phone.page)).toEqual([])
  await phone.page
    .getByRole('link', { name: '去实名认证' })
    .or(phone.page.getByRole('button', { name: '去实名认证' }))
    .first()
    .click()
  await phone.page.waitForURL('**/personal-auth-info**')
  await phone.page.getByRole('textbox', { name: '身份证号' }).waitFor()
  expect(await axeFindings(phone.page)).toEqual([])
  await phone.page.getByRole('textbox', { name: '姓名' }).fill(tenant.name)
  await phone.page.getByRole('textbox', { name: '身份证号' }).fill('11010519491231002X')
  await phone.page.getByRole('checkbox').check()
  await phone.page.getByRole('button', { name: /^提交/ }).click()
  await phone.page.getByText('实名认证已通过').waitFor()
  await phone.page.getByRole('link', { name: '继续' }).click()
  await signHere(phone.page, scene.server, tenant)

  await desk.page.goto('/home/space/contract-list?status=finish')
  const download = desk.page.waitForEvent('download')
  await desk.page.getByRole('button', { name: /^下载/ }).first().click()
  const file = readFileSync(await (await download).path())
  expect(judge(file, scene.server.rootFile)).toEqual({ signatures: 2, timestamps: 2, faults: [] })
  expect([...desk.faults, ...phone.faults]).toEqual([])
})
