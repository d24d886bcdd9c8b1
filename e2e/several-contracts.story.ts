import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import type { Launch } from './support/launch.ts'
import { jing, wang } from './support/people.ts'
import { pictures } from './support/picture.ts'
import { sendContract } from './support/send-contract.ts'
import { openAs } from './support/session.ts'
import { confirmByCode, openOwnTurn, readyToSign, signCodes } from './support/sign.ts'
import { stage } from './support/stage.ts'

/** What is done to several contracts from their list: urged, recalled and voided. */

const scene = stage()
const subject = '保密协议'
const toWang: Launch = {
  file: '保密协议.pdf',
  others: [wang],
  ownSideSigns: false,
  page: 1,
  placings: [{ person: wang, kind: '个人签名', x: 0.5, y: 0.3 }],
}

/** Opens 李静's list of a status with its newest `count` contracts ticked. */
async function ticked(device: 'desktop' | 'phone', status: string, count: number) {
  const visitor = await scene.browser[device](scene.server.url)
  await openAs(visitor.page, jing, { path: `/home/space/contract-list?status=${status}` })
  const boxes = visitor.page.getByRole('checkbox', { name: /^选择：/ })
  await boxes.first().waitFor()
  for (let no = 0; no < count; no += 1) await boxes.nth(no).check()
  return visitor
}

async function signed(): Promise<void> {
  await sendContract(scene.server, toWang)
  const { page, close } = await scene.browser.phone(scene.server.url)
  await openAs(page, wang)
  await openOwnTurn(page)
  const codes = await signCodes(scene.server, wang.phone)
  await readyToSign(page)
  await confirmByCode(page, scene.server, wang, codes)
  await close()
}

async function choose(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name: '更多批量操作' }).click()
  await page.getByRole('menuitem', { name }).click()
}

const urgings = async () =>
  (await scene.server.outbox(wang.phone)).filter(({ scene: about }) => about === 'urged').length

test('two are urged, with one SMS; who was asked a moment ago is not urged, and that is said', async () => {
  for (const _ of [1, 2]) await sendContract(scene.server, toWang)
  const early = await ticked('desktop', 'otherSign', 2)
  await choose(early.page, /^催签2份$/)
  await early.page.getByRole('dialog').getByText('同一人只收到一条短信').waitFor()
  await early.page.getByRole('dialog').getByRole('button', { name: '催签', exact: true }).click()
  await early.page.getByRole('button', { name: '查看原因' }).click()
  const sheet = early.page.getByRole('dialog', { name: '批量催签结果' })
  await sheet.getByText('有2份催签失败').waitFor()
  expect(await sheet.getByText(/通知签署方30分钟后才能催签/).count()).toBe(2)
  expect(await axeFindings(early.page)).toEqual([])
  await pictures(early.page, 'several-urge-faults')
  await sheet.getByRole('button', { name: '知道了' }).click()
  await early.close()

  await scene.server.shiftClock(31 * 60_000)
  const before = await urgings()
  const { page, faults, close } = await ticked('phone', 'otherSign', 2)
  await choose(page, /^催签2份$/)
  await page.getByRole('dialog').getByRole('button', { name: '催签', exact: true }).click()
  await page.getByText('已催签2份合同').waitFor()
  await expect.poll(urgings).toBe(before + 1)
  expect([...early.faults, ...faults]).toEqual([])
  await close()
})

test('two are recalled for one reason, and what cannot be is passed over', async () => {
  const { page, faults, close } = await ticked('desktop', 'otherSign', 2)
  await choose(page, /^撤回2份$/)
  const sheet = page.getByRole('dialog', { name: '提示' })
  await sheet.getByText('确定要撤回所选的2份合同吗？').waitFor()
  await sheet.getByRole('textbox').fill('条')
  await sheet.getByRole('button', { name: '确定' }).click()
  await sheet.getByRole('alert').getByText('请填写原因(2-200字)').waitFor()
  await sheet.getByRole('textbox').fill('条款需要修改')
  expect(await axeFindings(page)).toEqual([])
  await sheet.getByRole('button', { name: '确定' }).click()
  await page.getByText('撤回成功！').waitFor()
  await page.goto('/home/space/contract-list?status=recall')
  await expect.poll(() => page.getByRole('link', { name: subject, exact: true }).count()).toBeGreaterThanOrEqual(2)
  expect(faults).toEqual([])
  await close()
})

test('one that is finished is voided from the list: its agreement goes to its parties at once', async () => {
  await signed()
  const { page, faults, close } = await ticked('phone', 'finish', 1)
  await choose(page, /^作废1份$/)
  const sheet = page.getByRole('dialog', { name: '批量作废' })
  await sheet.getByText('其他', { exact: true }).click()
  await sheet.getByRole('button', { name: '发出1份作废协议' }).click()
  await sheet.getByText('请说明作废原因').first().waitFor()
  await sheet.getByRole('textbox', { name: /^说明/ }).fill('双方另行签署新的合同')
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'several-void')
  await sheet.getByRole('button', { name: '发出1份作废协议' }).click()
  await page.getByText('已发出1份作废协议，待各方签署').waitFor()
  await page.getByText('作废中').first().waitFor()
  expect(faults).toEqual([])
  await close()
})
