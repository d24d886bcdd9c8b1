import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { enterRoom } from './support/operator-room.ts'
import { jing } from './support/people.ts'
import { pictures } from './support/picture.ts'
import { sendContract } from './support/send-contract.ts'
import { openAs } from './support/session.ts'
import { openOwnTurn, signHere } from './support/sign.ts'
import { stage } from './support/stage.ts'
import { isWhole } from './support/whole.ts'

/** Two operators revoke a certificate, which is found, looked at and weighed before; its company reads of it. */

const scene = stage(() => ({ MOQI_REVOKERS: '2' }))
const company = '杭州云启科技有限公司'
const reason = '客户报告电脑失窃，私钥可能泄露，工单GD20260312-0041'

const go = (page: Page, to: string) =>
  page.getByRole('navigation', { name: '运营室' }).getByRole('link', { name: to, exact: true }).click()

const opening = (page: Page) =>
  page
    .getByRole('link', { name: new RegExp(`^打开：${company} `) })
    .locator('visible=true')
    .first()

async function find(page: Page): Promise<void> {
  await go(page, '证书')
  await opening(page).waitFor()
  await page.getByText('30天内到期').waitFor()
  await pictures(page, 'room-certificates', { whole: true })
  await isWhole(page, 'room-certificates')
  await page.getByRole('group', { name: '状态' }).getByRole('button', { name: '已吊销' }).click()
  await page.getByText('没有找到证书').waitFor()
  await isWhole(page, 'room-certificates-none')
  await page.getByRole('group', { name: '状态' }).getByRole('button', { name: '全部' }).click()
  await page.getByRole('searchbox', { name: '序列号、持有人或空间编号' }).fill('云启')
  await opening(page).click()
  await page.getByRole('heading', { name: `${company}的证书` }).waitFor()
  await page.getByRole('heading', { name: '证书链' }).waitFor()
}

/** What is typed to say that it is this one. */
async function lastFour(page: Page): Promise<string> {
  const label = await page.getByText(/^输入序列号后四位/).textContent()
  return /后四位 (\w{4})/.exec(label ?? '')?.[1] ?? ''
}

async function propose(page: Page): Promise<void> {
  await pictures(page, 'room-certificate', { whole: true })
  await isWhole(page, 'room-certificate')
  await page.getByRole('button', { name: '吊销…' }).click()
  const sheet = page.getByRole('dialog', { name: `吊销${company}的证书` })
  await sheet.getByText(/份仍在签署中）不变/).waitFor()
  await sheet.getByRole('button', { name: '提交给第二人' }).click()
  await sheet.getByText('请填写原因(2-200字)').waitFor()
  await sheet.getByText('与该证书序列号的后四位不一致').waitFor()
  await pictures(page, 'room-revoke', { whole: true })
  await isWhole(page, 'room-revoke')
  await sheet.getByLabel('说明（客户会看到）').fill(reason)
  await sheet.getByLabel(/^输入序列号后四位/).fill((await lastFour(page)).toLowerCase())
  await sheet.getByRole('button', { name: '提交给第二人' }).click()
  await page.getByRole('button', { name: '撤回…' }).waitFor()
  expect(await page.getByRole('button', { name: '同意并吊销证书' }).count()).toBe(0)
  await page.getByText('提出吊销').waitFor()
}

async function agree(page: Page): Promise<void> {
  await go(page, '证书')
  await opening(page).click()
  await page.getByRole('button', { name: '同意并吊销证书' }).click()
  await page.getByText('已吊销', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: '吊销…' }).count()).toBe(0)
  await pictures(page, 'room-certificate-revoked', { whole: true })
  await isWhole(page, 'room-certificate-revoked')
  await go(page, '操作记录')
  await page.getByText('吊销证书', { exact: true }).first().waitFor()
}

async function readByCustomer(): Promise<void> {
  const { page, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, jing, { path: '/home/space/platform-log' })
  await page.getByText('平台吊销证书').waitFor()
  await page.getByText(reason).waitFor()
  await isWhole(page, 'platform-log-revoked')
  await page.goto('/home/user/messages')
  await page.getByText(new RegExp(`平台已吊销${company}的证书`)).waitFor()
  await close()
}

/** The company has no certificate before it has signed. */
async function signOnce(): Promise<void> {
  const { page, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, jing)
  const placings = [{ person: jing, kind: '企业印章', x: 0.5, y: 0.5 } as const]
  await sendContract(scene.server, { file: '保密协议.pdf', others: [], ownSideSigns: true, page: 1, placings })
  await openOwnTurn(page)
  await signHere(page, scene.server, jing)
  await close()
}

test('two operators revoke a certificate, and its company reads who, when and why', async () => {
  await signOnce()
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await enterRoom(page, scene.server, { name: 'chenchen', password: 'Yunying-2026' })
  await page.getByText('没有待处理的转账').waitFor()
  await find(page)
  await propose(page)
  const other = await scene.browser.desktop(scene.server.url)
  await enterRoom(other.page, scene.server, { name: 'zhoumin', password: 'Yunying-2026' })
  await other.page.getByText('没有待处理的转账').waitFor()
  await agree(other.page)
  await other.close()
  await readByCustomer()
  expect(faults).toEqual([])
  await close()
})
