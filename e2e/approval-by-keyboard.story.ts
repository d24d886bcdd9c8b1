import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { demoPin } from '../scripts/demo/cast.ts'
import { bringApprovers, leaveNoSeal, makeFlow, sendToZhang, wangApproving, zhang } from './support/approval.ts'
import { pressAt, tabTo, typeAt } from './support/keys.ts'
import { chen, jing, type Person } from './support/people.ts'
import { openAs } from './support/session.ts'
import { newSignCode, openOwnTurn, signCodes } from './support/sign.ts'
import { stage } from './support/stage.ts'

/** The use of a seal applied for, refused, applied for again and agreed to by people who have no pointer. */

const scene = stage()
let approvers: { jing: string; wang: string }

beforeAll(async () => {
  await leaveNoSeal(scene.server)
  approvers = await bringApprovers(scene.server)
  await makeFlow(scene.server, {
    flowName: '公章用印流程',
    nodeArray: [{ nodeMode: 'order', memberIdArray: [approvers.jing] }],
  })
})

/** Presses the button that asks for the will, and types what is asked, by keys alone. */
async function willByKeys(page: Page, { phone }: Person, button: RegExp): Promise<void> {
  await scene.server.shiftClock(61_000)
  const before = await signCodes(scene.server, phone)
  await pressAt(page, button)
  const sheet = page.getByRole('dialog', { name: '意愿认证' })
  await sheet
    .getByText(/短信验证码已发送至/)
    .first()
    .waitFor()
  const code = await newSignCode(scene.server, phone, before)
  await page.keyboard.type(code)
  if (await sheet.locator('#sign-code-pin').isVisible()) {
    await sheet.getByText('短信验证码已验证').waitFor()
    await typeAt(page, /签署密码/, demoPin)
  }
  await sheet.waitFor({ state: 'detached' })
}

async function applyByKeys(page: Page, reason: string): Promise<void> {
  await page.getByRole('button', { name: /^提交用印审批/ }).waitFor()
  await pressAt(page, /^一键签署$/)
  await page.getByRole('region', { name: '合同正文' }).press('End')
  await pressAt(page, /我已阅读并同意签署/, 'Space')
  await page.getByRole('button', { name: '提交用印审批', exact: true }).waitFor()
  await pressAt(page, /^提交用印审批$/)
  await page.waitForURL('**/flow**')
  await page.getByText('公章用印流程').waitFor()
  await typeAt(page, /申请理由/, reason)
  await willByKeys(page, zhang, /^提交用印审批$/)
  await page.getByText('已提交用印审批，通过后将自动用印').first().waitFor()
}

test('applied for, refused, sent again and agreed to by keys alone', async () => {
  await sendToZhang(scene.server, chen)
  const zhangs = await scene.browser.desktop(scene.server.url)
  await openAs(zhangs.page, zhang)
  await openOwnTurn(zhangs.page)
  await applyByKeys(zhangs.page, '合同按中标文件拟定，请用印')

  const jings = await scene.browser.desktop(scene.server.url)
  const { page } = jings
  await openAs(page, jing, { path: '/home/approve/list?status=myapproval' })
  await page.getByText('张伟').locator('visible=true').first().waitFor()
  await pressAt(page, /^审批/)
  await page.waitForURL('**/approve-info**')
  await page.getByRole('button', { name: '同意用印' }).waitFor()
  await pressAt(page, /^驳回$/)
  const sheet = page.getByRole('dialog', { name: '驳回用印申请' })
  await sheet.waitFor()
  await pressAt(page, /^缺少附件$/)
  await tabTo(page, /^取消$/)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('已驳回').first().waitFor()

  await zhangs.page.getByText('李静：缺少附件').waitFor({ timeout: 20_000 })
  await pressAt(zhangs.page, /^重新提交$/)
  await typeAt(zhangs.page, /申请理由/, '，附件已补齐')
  await pressAt(zhangs.page, /^重新提交$/)
  await zhangs.page.getByText(/等待李静/).waitFor()

  await page.getByRole('button', { name: '同意用印' }).waitFor({ timeout: 20_000 })
  await typeAt(page, /审批意见/, '附件齐全')
  await willByKeys(page, jing, /^同意用印$/)
  await zhangs.page.getByText('审批已通过，已完成用印').waitFor({ timeout: 30_000 })
  expect([...zhangs.faults, ...jings.faults]).toEqual([])
})

test('an approver who is not asked finds nothing to press', async () => {
  const { page, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, wangApproving, { path: '/home/approve/list?status=myapproval' })
  await expect(tabTo(page, /^同意用印$/)).rejects.toThrow('no Tab leads to')
  await close()
})
