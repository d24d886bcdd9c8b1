import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { proveName, provePhone, writeByHand } from './support/open-sign.ts'
import { type Person, wang } from './support/people.ts'
import { picture } from './support/picture.ts'
import { openAs } from './support/session.ts'
import { confirmByCode, invitation, readyToSign } from './support/sign.ts'
import { stage } from './support/stage.ts'

/** R21, 5.6: a company by its legal representative's letter, who has no account and signs on a phone. */

const scene = stage()
const legal: Person = { phone: '13912345671', name: '林一鸣', company: null }

test('the letter goes from the desk to the legal representative’s phone, and comes back as a company', async () => {
  const desk = await scene.browser.desktop(scene.server.url)
  const { page } = desk
  await openAs(page, wang, { path: '/home/company-auth-info' })
  await page.getByRole('combobox', { name: '认证方式' }).selectOption('法定代表人授权书')
  await page.getByRole('textbox', { name: '企业名称' }).fill('厦门授权科技有限公司')
  await page.getByRole('textbox', { name: '统一社会信用代码' }).fill('91350100M000100Y43')
  await page.getByRole('textbox', { name: '法定代表人姓名' }).fill(legal.name)
  await page.getByRole('button', { name: '提交认证' }).click()
  await page.getByText('请输入法定代表人身份证号').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await picture(page, 'company-letter-form', { whole: true })
  const idNumber = page.getByRole('textbox', { name: '法定代表人身份证号' })
  await idNumber.fill('110101199003070062')
  await page.getByRole('textbox', { name: '法定代表人手机号' }).fill(legal.phone)
  await page.getByRole('checkbox', { name: /我已获企业授权/ }).check()
  await page.getByRole('button', { name: '提交认证' }).click()
  await page.getByText('法定代表人身份证号与登记信息不一致').last().waitFor()
  await idNumber.fill('11010519491231002X')
  await page.getByRole('button', { name: '提交认证' }).click()
  await page.getByRole('heading', { name: '等待法定代表人签署' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await picture(page, 'company-letter-waits')

  const phone = await scene.browser.phone(scene.server.url)
  await phone.page.goto(await invitation(scene.server, legal.phone))
  await provePhone(phone.page, scene.server, legal)
  await proveName(phone.page)
  await phone.page.getByText('企业认证授权书').first().waitFor()
  await picture(phone.page, 'company-letter-phone')
  await phone.page.getByRole('button', { name: '开始阅读合同' }).click()
  await readyToSign(phone.page, () => writeByHand(phone.page))
  await confirmByCode(phone.page, scene.server, legal, 0)

  await page.getByRole('heading', { name: '企业认证已通过' }).waitFor()
  expect([...desk.faults, ...phone.faults]).toEqual([])
  await phone.close()
  await desk.close()
})
