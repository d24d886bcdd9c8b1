import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { signIn } from '../scripts/demo/sign-in.ts'
import { leaveNoSeal, sendToZhang, zhang } from './support/approval.ts'
import { axeFindings } from './support/axe.ts'
import { drawStrokes } from './support/handwrite.ts'
import { pressAt, tabTo, typeAt } from './support/keys.ts'
import { chen, jing } from './support/people.ts'
import { pictures } from './support/picture.ts'
import { openAs } from './support/session.ts'
import { confirmByCode, readyToSign, signCodes, signHere } from './support/sign.ts'
import { stage } from './support/stage.ts'

/** Who lacks the company's seal asks for it where it is lacking, and goes on signing there. */

const scene = stage()
const requests = '/home/company-space/admin-authorize?manner=asked'

beforeAll(async () => {
  await leaveNoSeal(scene.server)
})

async function judged(page: Page, name: string): Promise<void> {
  expect([name, await axeFindings(page)]).toEqual([name, []])
  await pictures(page, `ask-seal-${name}`)
}

async function switchTo(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).click()
}

test('asked for by keys alone, refused with a reason by keys alone, and asked for again', async () => {
  await sendToZhang(scene.server, chen)
  const zhangs = await scene.browser.desktop(scene.server.url)
  const { page } = zhangs
  await openAs(page, zhang)
  await page.goto('/home/space/contract-list?status=iSign')
  await page
    .getByRole('button', { name: /^签署：/ })
    .first()
    .waitFor()
  await pressAt(page, /^签署：/)
  await page.getByRole('dialog').getByText('您没有该印章的使用权限，请提交用印审批').waitFor()
  await judged(page, 'reason')
  await pressAt(page, /^申请授权$/)
  await page.waitForURL('**/signing**')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '申请授权' }).waitFor()
  await judged(page, 'lacking')
  await pressAt(page, /^申请授权$/)
  const sheet = page.getByRole('dialog', { name: '申请印章授权' })
  await sheet.waitFor()
  await pressAt(page, /^提交申请$/)
  await sheet.getByText('请填写原因(2-200字)').waitFor()
  await typeAt(page, /申请理由/, '中标合同已定稿，请授权用印')
  await judged(page, 'sheet')
  await pressAt(page, /^提交申请$/)
  await page.getByText('已申请授权，等待处理').waitFor()
  await judged(page, 'asked')

  const jings = await scene.browser.desktop(scene.server.url)
  await openAs(jings.page, jing, { path: requests })
  await jings.page.getByRole('heading', { name: /^张伟申请使用/ }).waitFor()
  await judged(jings.page, 'requests')
  await pressAt(jings.page, /^拒绝：张伟/)
  await jings.page.getByRole('dialog').waitFor()
  await typeAt(jings.page, /请填写原因/, '合同金额较大，请由管理员签署')
  await pressAt(jings.page, /^确定$/)
  await jings.page.getByText('没有待处理的授权申请').waitFor()
  await judged(jings.page, 'none')

  // The asker hears of it without a reload.
  await page.getByText('李静未同意授权：合同金额较大，请由管理员签署').waitFor({ timeout: 20_000 })
  await judged(page, 'refused')
  await tabTo(page, /^再次申请授权$/)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: '申请印章授权' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect([...zhangs.faults, ...jings.faults]).toEqual([])
  await Promise.all([zhangs.close(), jings.close()])
})

test('asked for, granted as it was asked, the letter signed by both, and the contract signed where it was left', async () => {
  await sendToZhang(scene.server, chen)
  const zhangs = await scene.browser.desktop(scene.server.url)
  const { page } = zhangs
  await openAs(page, zhang)
  await page.goto('/home/space/contract-list?status=iSign')
  await page
    .getByRole('button', { name: /^签署：/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: '申请授权' }).click()
  await page.waitForURL('**/signing**')
  const contract = page.url()
  await page.getByRole('button', { name: '申请授权' }).click()
  await page.getByLabel('申请理由').fill('物业合同用印')
  await page.getByRole('button', { name: '提交申请' }).click()
  await page.getByText('已申请授权，等待处理').waitFor()

  const jings = await scene.browser.desktop(scene.server.url)
  await openAs(jings.page, jing, { path: requests })
  await pressAt(jings.page, /^授权：张伟/)
  await jings.page.getByText('被授权人：张伟').waitFor()
  expect(await jings.page.getByRole('radio', { name: /单份合同/ }).isChecked()).toBe(true)
  await judged(jings.page, 'form')
  await pressAt(jings.page, /^签署授权书$/)
  await jings.page.waitForURL('**/signing**')
  await signHere(jings.page, scene.server, jing)

  await page.getByText(/李静已同意授权/).waitFor({ timeout: 20_000 })
  await page.getByRole('link', { name: '签署授权书' }).waitFor({ timeout: 20_000 })
  await judged(page, 'granted')
  await page.getByRole('link', { name: '签署授权书' }).click()
  await switchTo(page, /切换到.*张伟/)
  const before = await signCodes(scene.server, zhang.phone)
  await page
    .getByRole('button', { name: /^点击手写/ })
    .first()
    .click()
  await drawStrokes(page)
  await page.getByRole('button', { name: '使用这个签名' }).click()
  await readyToSign(page)
  await confirmByCode(page, scene.server, zhang, before)

  await page.goto(contract)
  await switchTo(page, /切换到.*杭州云启/)
  await page.getByRole('button', { name: /^提交签署/ }).waitFor()
  await scene.server.shiftClock(61_000)
  await signHere(page, scene.server, zhang)

  // Taken back by keys alone.
  await jings.page.goto('/home/company-space/admin-authorize')
  await jings.page.getByText('生效中').locator('visible=true').first().waitFor()
  await pressAt(jings.page, /^更多：张伟/)
  await jings.page.locator('[role="menuitem"]:focus', { hasText: '查看授权书' }).waitFor()
  await jings.page.keyboard.press('ArrowDown')
  await jings.page.locator('[role="menuitem"]:focus', { hasText: '撤销' }).waitFor()
  await jings.page.keyboard.press('Enter')
  await jings.page.getByRole('dialog').waitFor()
  await typeAt(jings.page, /请填写原因/, '合同已签署完成')
  await pressAt(jings.page, /^确定$/)
  await jings.page.getByText('授权已撤销').first().waitFor()
  expect([...zhangs.faults, ...jings.faults]).toEqual([])
  await Promise.all([zhangs.close(), jings.close()])
})

test('several contracts that wait for the same seal: asked for on the page that signs them together', async () => {
  await sendToZhang(scene.server, chen)
  await sendToZhang(scene.server, chen)
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, zhang)
  await page.goto('/home/space/contract-list?status=iSign')
  await page.getByRole('checkbox', { name: '选择本页全部合同' }).check()
  await page.getByRole('button', { name: /^批量签署\d+份/ }).click()
  await page.waitForURL('**/sign?signIds=**')
  await page.getByText('您没有该印章的使用权限，请提交用印审批').nth(1).waitFor()
  await judged(page, 'batch')
  await pressAt(page, /^申请授权：采购框架协议/)
  await page.getByRole('dialog', { name: '采购框架协议' }).getByRole('button', { name: '申请授权' }).waitFor()
  await judged(page, 'batch-sheet')
  await pressAt(page, /^申请授权$/)
  await page.getByRole('dialog', { name: '申请印章授权' }).waitFor()
  await typeAt(page, /^申请理由/, '两份框架协议一并用印')
  await pressAt(page, /^提交申请$/)
  await page.getByText('已申请授权，等待处理').waitFor()
  await judged(page, 'batch-asked')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const owner = await signIn(scene.server.url, jing)
  const { requestArray } = await owner.call('listGrantRequest', { requestState: 'pending' })
  expect(requestArray.filter(({ reason }) => reason === '两份框架协议一并用印')).toHaveLength(1)
  expect(faults).toEqual([])
  await close()
})
