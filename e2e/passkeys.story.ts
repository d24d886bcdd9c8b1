import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demoPassword } from '../scripts/demo/cast.ts'
import { axeFindings } from './support/axe.ts'
import { wang } from './support/people.ts'
import { pictures } from './support/picture.ts'
import { sendContract } from './support/send-contract.ts'
import { openAs } from './support/session.ts'
import { openOwnTurn, readyToSign, signCodes } from './support/sign.ts'
import { stage } from './support/stage.ts'
import { addAuthenticator } from './support/virtual-authenticator.ts'

/**
 * A passkey in a real browser: bound in the settings, signing in alone, proving the will to sign, and as the second
 * step behind a password.
 */

// A key belongs to a name, never to a bare address (WebAuthn §5.1.2).
const home = (port: number | string) => `http://localhost:${port}`
const scene = stage((port) => ({ MOQI_PUBLIC_URL: home(port) }))

/** Asks for a code in the open sheet and types it; a minute on, so that one may be sent again. */
async function typeCode(page: Page): Promise<void> {
  await scene.server.shiftClock(61_000)
  const before = await scene.server.outbox(wang.phone)
  await page.getByRole('dialog').getByRole('button', { name: '获取验证码' }).click()
  await page
    .getByRole('dialog')
    .getByLabel('短信验证码')
    .fill(await scene.server.outboxCode(wang.phone, before))
}

/** Signed out, at the second step behind the password. */
async function secondStep(page: Page): Promise<void> {
  await signOut(page)
  await page.getByLabel('手机号/账号').fill(wang.phone)
  await page.getByLabel('密码', { exact: true }).fill(demoPassword)
  await agree(page)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('dialog', { name: '二次验证' }).waitFor()
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.goto('/home/login')
}

const agree = (page: Page) => page.getByRole('checkbox', { name: /我已阅读/ }).check()

const entered = (page: Page) => page.waitForURL(({ pathname }) => !/\/(login|loading)$/.test(pathname))

test('a passkey is added, signs in without a password, signs a contract without a code, and is asked for behind one', async () => {
  const { page, faults, close } = await scene.browser.desktop(home(new URL(scene.server.url).port))
  await addAuthenticator(page)
  await openAs(page, wang, { path: '/home/user/settings' })
  const card = page.getByRole('region', { name: '通行密钥与安全密钥' })
  const sheet = page.getByRole('dialog')
  await card.getByText(/^暂无/).waitFor()
  await card.getByRole('button', { name: '添加密钥' }).click()
  await sheet.getByLabel('名称').fill('办公电脑')
  await typeCode(page)
  await sheet.getByRole('button', { name: '下一步' }).click()
  await card.getByText('尚未使用').waitFor()

  await signOut(page)
  await page.getByRole('tab', { name: '密钥登录' }).click()
  await pictures(page, 'login-key')
  await agree(page)
  await page.getByRole('button', { name: '使用密钥登录' }).click()
  await entered(page)

  const placings = [{ person: wang, kind: '个人签名' as const, x: 0.6, y: 0.5 }]
  await sendContract(scene.server, { file: '保密协议.pdf', others: [wang], ownSideSigns: false, page: 1, placings })
  const before = await signCodes(scene.server, wang.phone)
  await openOwnTurn(page)
  await readyToSign(page)
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'will-by-key')
  await sheet.getByRole('button', { name: '用指纹、面容或安全密钥验证' }).click()
  await page.getByRole('heading', { name: '签署成功' }).waitFor()
  expect(await signCodes(scene.server, wang.phone)).toBe(before)

  await page.goto('/home/user/settings')
  await card.getByText(/\d 使用$/).waitFor()
  await card.getByRole('button', { name: '开启' }).click()
  await typeCode(page)
  await sheet.getByRole('button', { name: '开启并显示恢复码' }).click()
  const codes = sheet.getByRole('list', { name: '恢复码' }).getByRole('listitem')
  await codes.first().waitFor()
  expect(await codes.count()).toBe(10)
  const [recoveryCode = ''] = await codes.allTextContents()
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'recovery-codes')
  await sheet.getByRole('button', { name: '我已保存' }).click()
  await card.getByText(/恢复码剩余10个/).waitFor()
  await pictures(page, 'keys', { whole: true })

  await secondStep(page)
  await sheet.getByRole('button', { name: '使用密钥' }).click()
  await entered(page)

  await secondStep(page)
  await sheet.getByRole('button', { name: '密钥不在身边？用恢复码登录' }).click()
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'second-step')
  await sheet.getByLabel('恢复码').fill('AAAA-AAAA-AAAA')
  await page.keyboard.press('Enter')
  await sheet.getByText('恢复码不正确或已使用过').waitFor()
  await sheet.getByLabel('恢复码').fill(recoveryCode)
  await sheet.getByRole('button', { name: '用恢复码登录' }).click()
  await entered(page)
  expect(faults).toEqual([])
  await close()
})
