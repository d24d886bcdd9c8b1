import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { type Launch, placeAreas } from './support/launch.ts'
import { chen, jing, partyName, type Person, wang } from './support/people.ts'
import { pictures } from './support/picture.ts'
import { sendContract } from './support/send-contract.ts'
import { openAs } from './support/session.ts'
import { openOwnTurn, signHere } from './support/sign.ts'
import { stage } from './support/stage.ts'

/** Parties are replaced, added and taken out by the initiator while nobody has signed. */

const scene = stage()
const subject = '保密协议'
const zhao: Person = { phone: '13900000941', name: '赵一一', company: null }
const zhang: Person = { phone: '13800000003', name: '张伟', company: null }

const toBoth: Launch = {
  file: '保密协议.pdf',
  others: [zhao, wang],
  ownSideSigns: false,
  page: 1,
  placings: [
    { person: zhao, kind: '个人签名', x: 0.3, y: 0.3 },
    { person: wang, kind: '个人签名', x: 0.7, y: 0.3 },
  ],
}

async function press(page: Page, label: string): Promise<void> {
  await page
    .getByRole('button', { name: `更多：${subject}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: label, exact: true }).click()
}

test('a party is replaced and reads so; the one who left is told so in words', async () => {
  const signId = await sendContract(scene.server, toBoth)
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, jing, { path: `/home/temp-info?signId=${signId}&tab=progress` })
  await press(page, '更换签署方')
  const sheet = page.getByRole('dialog', { name: '更换签署方' })
  await sheet.getByRole('radio', { name: /赵一一/ }).check()
  await sheet.getByLabel('新签署人姓名').fill('张伟')
  await sheet.getByLabel('新签署人手机号').fill('138')
  await sheet.getByRole('button', { name: '确定更换' }).click()
  await sheet.getByText('手机号格式不正确').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'replace-party')
  await sheet.getByLabel('新签署人手机号').fill(zhang.phone)
  await sheet.getByLabel('新签署人手机号').press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('签署方已更换').waitFor()
  await page.getByText('已更换', { exact: true }).waitFor()
  expect(await page.getByText('已转交').count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'party-replaced', { whole: true })
  await expect
    .poll(async () => (await scene.server.outbox(zhao.phone)).map(({ body }) => body).join())
    .toContain('您不再是签署方，无需处理')
  expect(faults).toEqual([])
  await close()
})

test('a party is added where it shall sign and another taken out; the file they sign is valid', async () => {
  const signId = await sendContract(scene.server, toBoth)
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, jing, { path: `/home/temp-info?signId=${signId}&tab=progress` })
  await press(page, '移除签署方')
  const sheet = page.getByRole('dialog', { name: '移除签署方' })
  await sheet.getByRole('button', { name: '确定移除' }).click()
  await sheet.getByText('请选择签署方').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'remove-party')
  await sheet.getByRole('radio', { name: /赵一一/ }).check()
  await sheet.getByRole('button', { name: '确定移除' }).click()
  await page.getByText('签署方已移除').waitFor()
  await page.getByText('已移除', { exact: true }).waitFor()
  await press(page, '添加签署方')
  await page.getByRole('heading', { name: '添加签署方', level: 1 }).waitFor()
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByText(/请.*姓名/).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'add-party-who')
  await page.getByRole('button', { name: '企业', exact: true }).click()
  await page.getByLabel('企业名称').fill(partyName(chen))
  await page.getByLabel('经办人姓名').fill(chen.name)
  await page.getByLabel('手机号').fill(chen.phone)
  await page.getByRole('button', { name: '下一步' }).click()
  await page.waitForURL('**step=places')
  await placeAreas(page, { page: 1, placings: [{ person: chen, kind: '企业印章', x: 0.5, y: 0.6 }] })
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'add-party-places')
  await page.getByRole('button', { name: '确定添加' }).click()
  await page.getByText('签署方已添加').waitFor()
  await page.getByRole('heading', { name: subject, level: 1 }).waitFor()
  await page.getByText(partyName(chen)).first().waitFor()
  await pictures(page, 'party-added', { whole: true })
  expect(faults).toEqual([])
  await close()
  await signs(wang)
  await signs(chen)
  const after = await scene.browser.desktop(scene.server.url)
  await openAs(after.page, jing, { path: `/home/add-party?signId=${signId}` })
  await after.page.getByText('该合同不能添加签署方').waitFor()
  await pictures(after.page, 'add-party-barred')
  await after.close()
})

async function signs(person: Person): Promise<void> {
  const { page, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, person)
  await openOwnTurn(page)
  await signHere(page, scene.server, person)
  await close()
}
