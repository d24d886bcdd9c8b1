import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { shownCode } from '../apps/server/src/testing/operator-scene.ts'
import { signIn } from '../scripts/demo/sign-in.ts'
import { axeFindings } from './support/axe.ts'
import { sampleFile } from './support/launch.ts'
import { faultLines, layoutFaults } from './support/layout.ts'
import { jing } from './support/people.ts'
import { stage } from './support/stage.ts'

/** Those who run the platform: let in by a command, two factors, and a bank transfer decided with the slip in sight. */

const scene = stage()
const name = 'chenchen'
const password = 'Yunying-2026'

async function enrolCode(): Promise<string> {
  const { databaseUrl, dataDir } = scene.server
  const env = { ...process.env, DATABASE_URL: databaseUrl, MOQI_DATA: dataDir }
  const command = ['scripts/run.mjs', 'apps/server/src/commands/operator.ts', 'add', name]
  const { stdout } = await promisify(execFile)(process.execPath, command, { env, cwd: join(import.meta.dirname, '..') })
  return /：([A-Z0-9-]+)\s*$/.exec(stdout)?.[1] ?? ''
}

/** A company's order by bank transfer with its slip handed in. */
async function slipHandedIn() {
  const client = await signIn(scene.server.url, jing)
  const order = { offerId: 'company-100', quantity: 1, fen: 59_900, payWay: 'transfer' as const }
  const { orderId } = await client.call('createOrder', order)
  const bytes = Uint8Array.from(readFileSync(sampleFile('保密协议.pdf')))
  const handIn = async () => {
    const { fileId } = await client.upload('uploadFile', { fileName: '银行回单.pdf', bytes }, { usage: 'voucher' })
    await client.call('submitVoucher', { orderId, fileId })
  }
  await handIn()
  return { handIn, order: () => client.call('getOrder', { orderId }) }
}

async function isWhole(page: Page, state: string): Promise<void> {
  const layout = faultLines(await layoutFaults(page, `room-${state}`))
  expect({ state, layout, axe: await axeFindings(page) }).toEqual({ state, layout: [], axe: [] })
}

test('an operator is let in by two factors, and decides about a transfer with its slip in sight', async () => {
  const code = await enrolCode()
  const slip = await slipHandedIn()
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await page.goto('/operator')
  await page.getByRole('link', { name: '有启用码？启用账号' }).click()
  await page.getByRole('textbox', { name: '账号' }).fill(name)
  await page.getByLabel('启用码').fill(code)
  await page.getByLabel('设置密码', { exact: true }).fill(password)
  await isWhole(page, 'enrol')
  await page.getByRole('button', { name: '下一步' }).click()
  const secret = ((await page.locator('.room-secret code').textContent()) ?? '').replaceAll(' ', '')
  await isWhole(page, 'authenticator')
  await page.getByLabel('验证器上的6位数字').fill(shownCode(secret, Date.now()))
  await page.getByRole('button', { name: '完成启用' }).click()
  await page.getByRole('list', { name: '恢复码' }).waitFor()
  expect(await page.getByRole('list', { name: '恢复码' }).getByRole('listitem').count()).toBe(10)
  await isWhole(page, 'codes')
  await page.getByRole('button', { name: '我已保存，进入运营室' }).click()

  const open = page.getByRole('button', { name: /^审凭证：杭州云启/ }).locator('visible=true')
  await open.waitFor()
  await isWhole(page, 'transfers')
  await open.click()
  const sheet = page.getByRole('dialog', { name: '审核汇款凭证' })
  await sheet.getByRole('img', { name: '汇款凭证第1页' }).waitFor()
  await isWhole(page, 'voucher')
  await sheet.getByRole('button', { name: /^确认到账/ }).click()
  await sheet.getByText('请填写银行流水号').waitFor()
  await sheet.getByRole('button', { name: '驳回…' }).click()
  await sheet.getByLabel('驳回原因').fill('回单金额与订单不符')
  await sheet.getByRole('button', { name: '驳回凭证' }).click()
  await page.getByText('没有待处理的转账').waitFor()
  await isWhole(page, 'none')
  expect((await slip.order()).voucherFault).toBe('回单金额与订单不符')

  await slip.handIn()
  await page.reload()
  await open.click()
  await sheet.getByLabel('银行流水号').fill('20261124-0007')
  await sheet.getByRole('button', { name: '确认到账599.00元' }).click()
  await page.getByText('没有待处理的转账').waitFor()
  expect((await slip.order()).orderState).toBe('done')

  await page.getByRole('link', { name: '操作记录' }).click()
  await page.getByText('确认到账', { exact: true }).waitFor()
  await isWhole(page, 'record')
  await page.getByRole('button', { name: '退出' }).click()
  await page.getByRole('textbox', { name: '账号' }).fill(name)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await isWhole(page, 'sign-in')
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByLabel('动态口令').fill('000000')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor()
  await scene.server.shiftClock(60_000)
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByLabel('动态口令').fill(shownCode(secret, Date.now() + 60_000))
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByText('没有待处理的转账').waitFor()
  expect(faults).toEqual([])
  await close()
})
