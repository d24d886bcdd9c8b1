import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { inDatabase } from './support/database.ts'
import { faultLines, layoutFaults } from './support/layout.ts'
import { chen, wang } from './support/people.ts'
import { newestCaptcha } from './support/sign-in.ts'
import { stage } from './support/stage.ts'

const scene = stage()
const ninetyOneDays = 91 * 86_400_000

/** As if nobody had used the account of that phone for three months. */
async function unused(phone: string): Promise<void> {
  const { server } = scene
  const past = Date.now() - ninetyOneDays
  const own = 'account_id = (select account_id from account where phone = $1)'
  await inDatabase(server, `delete from session where ${own}`, [phone])
  await inDatabase(server, `delete from sign_in_log where ${own}`, [phone])
  expect(await inDatabase(server, 'update account set created_at = $2 where phone = $1', [phone, past])).toBe(1)
}

/** The form for a code, filled in and sent; the account is asked about once it is right. */
async function enterCode(page: Page, phone: string): Promise<void> {
  const { server } = scene
  await page.goto('/home/login')
  await page.getByRole('tab', { name: '验证码登录' }).click()
  await page
    .getByRole('button', { name: /看不清/ })
    .locator('img')
    .waitFor()
  const before = await server.outbox(phone)
  await page.getByLabel('手机号', { exact: true }).fill(phone)
  await page.getByLabel('图形验证码').fill(await newestCaptcha(server))
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByLabel('短信验证码').fill(await server.outboxCode(phone, before))
  await page.getByRole('checkbox', { name: /我已阅读/ }).check()
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

describe.each(['desktop', 'phone'] as const)('on a %s', (device) => {
  const { phone } = device === 'desktop' ? wang : chen

  test('whoever holds a number that was long unused proves to own its account', async () => {
    await unused(phone)
    const { page, faults, close } = await scene.browser[device](scene.server.url)
    await enterCode(page, phone)
    const sheet = page.getByRole('dialog', { name: '确认账号主人' })
    await sheet.getByRole('button', { name: '确认并登录' }).click()
    await sheet.getByText('请输入登录密码').waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(faultLines(await layoutFaults(page, 'phone-owner', { within: 'dialog' }))).toEqual([])
    await sheet.getByLabel('登录密码').fill('Moqi@2026')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => !/\/(login|loading)$/.test(url.pathname))

    expect(faults).toEqual([])
    await close()
  })

  test('whoever says that it is not theirs gets an account without anything of the other', async () => {
    await unused(phone)
    // A minute lies between two codes to one phone.
    await inDatabase(scene.server, 'delete from verification_code where recipient = $1', [phone])
    const { page, faults, close } = await scene.browser[device](scene.server.url)
    await enterCode(page, phone)
    const sheet = page.getByRole('dialog', { name: '确认账号主人' })
    await sheet.getByRole('button', { name: '这不是我的账号' }).click()
    const leaving = page.getByRole('dialog', { name: '新建账号' })
    await leaving.getByText('原账号的合同、印章和企业您都看不到').waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(faultLines(await layoutFaults(page, 'phone-owner-leaving', { within: 'dialog' }))).toEqual([])
    await leaving.getByRole('button', { name: '我是账号的主人' }).click()
    await sheet.getByRole('button', { name: '这不是我的账号' }).click()
    await leaving.getByRole('button', { name: '新建账号并登录' }).click()
    await page.getByRole('heading', { name: '完善账号信息' }).waitFor()
    await page.getByRole('link', { name: '以后再填' }).click()
    await page.goto('/home/space/contract-list?status=all')
    await page.getByText('暂无合同').first().waitFor()
    expect(faults).toEqual([])
    await close()
  })
})
