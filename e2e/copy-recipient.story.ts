import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { placeAreas, sampleFile } from './support/launch.ts'
import { provePhone } from './support/open-sign.ts'
import { jing } from './support/people.ts'
import { picture } from './support/picture.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'
import { giveConsents } from './support/real-name-consents.ts'

/** Somebody without account is copied: from the message to the contract, in one flow. */

const scene = stage()
const phone = '13912345690'

async function copied(): Promise<string> {
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, jing, { path: '/home/temp-create' })
  await page.locator('.drop input[type=file]').setInputFiles(sampleFile('保密协议.pdf'))
  await page.getByRole('button', { name: '删除 保密协议.pdf' }).waitFor()
  const next = page.getByRole('button', { name: '下一步' })
  await next.click()
  await page.getByRole('button', { name: '添加抄送人' }).click()
  await page.getByLabel('抄送人1姓名').fill('周晓彤')
  await page.getByLabel('抄送人1手机号').fill(phone)
  await next.click()
  await page.waitForURL('**/set-temp-control**')
  await placeAreas(page, { page: 1, placings: [{ person: jing, kind: '企业印章', x: 0.5, y: 0.3 }] })
  await next.click()
  await page.getByRole('heading', { name: '确认发送' }).waitFor()
  await page.getByRole('button', { name: '发送', exact: true }).click()
  await page.getByText('发送成功').waitFor()
  expect(faults).toEqual([])
  await close()
  let link: string | undefined
  await expect
    .poll(async () => {
      const [told] = await scene.server.outbox(phone)
      link = /https?:\S+\/t\/[0-9A-Za-z]{11}/.exec(told?.body ?? '')?.[0]
      return link
    })
    .toBeDefined()
  return link ?? ''
}

test('a copy recipient proves phone and name behind the link and reads (I10, R44)', async () => {
  const link = await copied()
  const { page, faults, close } = await scene.browser.phone(scene.server.url)
  await page.goto(link)
  await page.getByText('向您抄送了合同').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await picture(page, 'copy-landing')
  await provePhone(page, scene.server, { phone })
  await page.getByRole('textbox', { name: '身份证号' }).fill('11010519491231002X')
  await picture(page, 'copy-name')
  await giveConsents(page)
  await page.getByRole('button', { name: '提交认证' }).click()
  await page.waitForURL('**/temp-info?signId=*')
  // Whoever is new is asked once for a name and a password to come back with, and may put it off.
  await page.getByText('以后再填').click()
  await page.getByRole('heading', { name: '保密协议', level: 1 }).waitFor()
  await picture(page, 'copy-contract')
  expect(faults).toEqual([])
  await close()
})
