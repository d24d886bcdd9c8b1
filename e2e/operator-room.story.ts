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
import { signaturePhoto } from './support/photo.ts'
import { signInByCode } from './support/sign-in.ts'
import { stage } from './support/stage.ts'

/** Those who run the platform: let in by a command, two factors, and a bank transfer and
 * somebody's papers decided with the pictures in sight. */

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

/** Somebody with a passport, whose papers are handed in by the page; the page, which waits. */
async function papersHandedIn(): Promise<{ person: Page; passed: () => Promise<void> }> {
  const { page, close } = await scene.browser.desktop(scene.server.url)
  await page.goto('/home/login')
  await signInByCode(page, scene.server, '13733340021')
  await page.goto('/home/personal-auth-info')
  await page.getByRole('link', { name: '改用人工审核' }).click()
  await page.getByRole('textbox', { name: '姓名' }).fill('Anne-Marie O’Neill')
  await page.getByRole('textbox', { name: '证件号码' }).fill('KX9382715')
  await page.getByLabel('出生日期').fill('1987-06-23')
  const photo = { name: '护照.png', mimeType: 'image/png', buffer: signaturePhoto(600, 400) }
  await page.getByLabel(/^手持证件/).setInputFiles({ ...photo, buffer: Buffer.from('x') })
  await page.getByText('照片已损坏或无法打开，请换一张').waitFor()
  for (const what of [/^资料页/, /^手持证件/]) await page.getByLabel(what).setInputFiles(photo)
  await page.getByText('已上传，可更换').nth(1).waitFor()
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: '提交审核' }).click()
  await page.getByRole('heading', { name: '审核中' }).waitFor()
  await isWhole(page, 'papers-wait')
  const passed = async () => {
    await page.getByText('实名认证已通过').waitFor()
    await page.getByText('人工审核').waitFor()
    await close()
  }
  return { person: page, passed }
}

/** The papers are looked at one by one, and pass with what is read from them. */
async function reviewPapers(page: Page, person: Page): Promise<void> {
  await page.getByRole('link', { name: '实名审核' }).click()
  const open = page.getByRole('button', { name: '审核：Anne-Marie O’Neill' }).locator('visible=true')
  await open.waitFor()
  await isWhole(page, 'reviews')
  await open.click()
  const sheet = page.getByRole('dialog', { name: '审核实名认证' })
  await sheet.getByRole('img', { name: '申请人的照片：资料页' }).waitFor()
  await isWhole(page, 'review')
  await sheet.getByRole('button', { name: '手持证件' }).click()
  await sheet.getByRole('img', { name: '申请人的照片：手持证件' }).waitFor()
  await person.getByText('平台查看　手持证件').waitFor()
  await sheet.getByLabel('照片上的证件号码').fill('KX9382716')
  await sheet.getByLabel('照片上的出生日期').fill('1987-06-23')
  await sheet.getByRole('checkbox').check()
  await sheet.getByRole('button', { name: '审核通过' }).click()
  await sheet.getByText(/^与申请人填写的证件号码不一致/).waitFor()
  await sheet.getByLabel('照片上的证件号码').fill('KX9382715')
  await sheet.getByRole('button', { name: '审核通过' }).click()
  await page.getByText('没有待审核的实名认证').waitFor()
  await isWhole(page, 'reviewed')
}

async function isWhole(page: Page, state: string): Promise<void> {
  const layout = faultLines(await layoutFaults(page, `room-${state}`))
  expect({ state, layout, axe: await axeFindings(page) }).toEqual({ state, layout: [], axe: [] })
}

test('an operator is let in by two factors, and decides about a transfer and papers with them in sight', async () => {
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

  const { person, passed } = await papersHandedIn()
  await reviewPapers(page, person)
  await passed()

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
