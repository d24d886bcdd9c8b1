import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { enterRoom } from './support/operator-room.ts'
import { jing } from './support/people.ts'
import { signaturePhoto } from './support/photo.ts'
import { pictures } from './support/picture.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'
import { isWhole } from './support/whole.ts'

/** Two operators end the authentication of a company by a deed; the company reads why and begins anew. */

const scene = stage(() => ({ MOQI_FREEZERS: '2' }))
const company = '杭州云启科技有限公司'
const reason = '登记机关已核准注销，已电话核实'
const deed = { name: '注销通知书.png', mimeType: 'image/png', buffer: signaturePhoto(600, 400) }
const reference = '（浙）登字〔2026〕第12号'

async function open(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: '运营室' }).getByRole('link', { name: '企业与个人' }).click()
  await page
    .getByRole('link', { name: `打开：${company}` })
    .locator('visible=true')
    .click()
  await page.getByRole('heading', { name: company }).waitFor()
}

/** The first says what it rests on, and is told beforehand what it takes away. */
async function propose(page: Page): Promise<void> {
  await page.getByRole('button', { name: '终止认证…' }).click()
  const sheet = page.getByRole('dialog', { name: `终止认证：${company}` })
  await sheet.getByText(/张数字证书、\d+枚印章，不能恢复/).waitFor()
  await sheet.getByRole('button', { name: '提交给第二人' }).click()
  await sheet.getByText('请上传文书').waitFor()
  await isWhole(page, 'room-end-auth-faults')
  await sheet.getByLabel('终止原因').selectOption({ label: '企业已注销' })
  await sheet.getByLabel('文书编号（客户会看到）').fill(reference)
  await sheet.locator('input[type=file]').setInputFiles(deed)
  await sheet.getByText('点击可更换').waitFor()
  await sheet.getByLabel('说明（客户会看到）').fill(reason)
  await pictures(page, 'room-end-auth')
  await isWhole(page, 'room-end-auth')
  await sheet.getByRole('button', { name: '提交给第二人' }).click()
  await page.getByRole('button', { name: '撤回…' }).waitFor()
  expect(await page.getByRole('button', { name: '同意并终止认证' }).count()).toBe(0)
}

/** The second opens the deed, agrees, and both see it. */
async function agree(first: Page, second: Page): Promise<void> {
  await open(second)
  await second.getByText(`企业已注销，文书编号：${reference}。`).waitFor()
  await pictures(second, 'room-end-auth-proposed', { whole: true })
  await isWhole(second, 'room-end-auth-proposed')
  const saved = second.waitForEvent('download')
  await second.getByRole('button', { name: '下载文书' }).click()
  expect((await saved).suggestedFilename()).toBe('终止认证文书.png')
  await second.getByRole('button', { name: '同意并终止认证' }).click()
  await second.getByText('实名认证已终止，证书和印章已注销').waitFor()
  await first.reload()
  await first.getByText('实名认证已终止，证书和印章已注销').waitFor()
  expect(await first.getByRole('button', { name: '终止认证…' }).count()).toBe(0)
  await pictures(first, 'room-auth-ended', { whole: true })
  await isWhole(first, 'room-auth-ended')
}

/** The administrator reads why, what it means and whom to object with, and hands in papers. */
async function beginAnew(): Promise<void> {
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, jing, { path: '/home/user/company-info' })
  await page.getByRole('heading', { name: '平台已终止实名认证' }).waitFor()
  await page.getByText(`文书编号：${reference}`, { exact: true }).waitFor()
  await page.getByText(/如有异议，请联系客服/).waitFor()
  await pictures(page, 'company-info-ended', { whole: true })
  await isWhole(page, 'company-info-ended')
  await page.goto('/home/user/messages')
  await page
    .getByText(/平台终止认证（企业已注销）/)
    .first()
    .waitFor()
  await page.goto('/home/space/platform-log')
  await page.getByText('平台终止认证', { exact: true }).waitFor()
  await page.getByText('平台查看终止认证文书').waitFor()
  await page.goto('/home/user/company-info')
  await page.getByRole('link', { name: '重新认证' }).click()
  await page.getByRole('heading', { name: '平台已终止实名认证' }).waitFor()
  await page
    .getByText(/营业执照/)
    .first()
    .waitFor()
  expect(await page.getByLabel('认证方式').count()).toBe(0)
  await pictures(page, 'company-auth-ended', { whole: true })
  await isWhole(page, 'company-auth-ended')
  expect(faults).toEqual([])
  await close()
}

test('two operators end the authentication of a company, which reads why and begins anew', async () => {
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await enterRoom(page, scene.server, { name: 'chenchen', password: 'Yunying-2026' })
  await page.getByText('没有待处理的转账').waitFor()
  await open(page)
  await propose(page)
  const other = await scene.browser.desktop(scene.server.url)
  await enterRoom(other.page, scene.server, { name: 'zhoumin', password: 'Yunying-2026' })
  await agree(page, other.page)
  await other.close()
  await beginAnew()
  expect(faults).toEqual([])
  await close()
})
