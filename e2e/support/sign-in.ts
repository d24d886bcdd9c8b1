import type { Page } from 'playwright-core'
import type { Person } from './people.ts'
import type { StoryServer } from './story-server.ts'

/** Beyond the sign-in page and the one that waits after it. */
const signedIn = (url: URL) => !/\/(login|loading)$/.test(url.pathname)

/** Fills the account form of the login page, wherever it was shown. */
export async function signInByAccount(page: Page, { phone }: Pick<Person, 'phone'>, remember = true): Promise<void> {
  await page.getByLabel('手机号/账号').fill(phone)
  await page.getByLabel('密码', { exact: true }).fill('Moqi@2026')
  await page.getByRole('checkbox', { name: '记住我' }).setChecked(remember)
  await page.getByRole('checkbox', { name: /我已阅读/ }).check()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL(signedIn)
}

/** Signs in by code, captcha first; a phone without account gets one, and leaves completing it for later. */
export async function signInByCode(page: Page, server: StoryServer, phone: string): Promise<void> {
  await page.getByRole('tab', { name: '验证码登录' }).click()
  await page
    .getByRole('button', { name: /看不清/ })
    .locator('img')
    .waitFor()
  const captcha = await newestCaptcha(server)
  const before = await server.outbox(phone)
  await page.getByLabel('手机号', { exact: true }).fill(phone)
  await page.getByLabel('图形验证码').fill(captcha)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByLabel('短信验证码').fill(await server.outboxCode(phone, before))
  await page.getByRole('checkbox', { name: /我已阅读/ }).check()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL(signedIn)
  await page.locator('h1', { hasNotText: '正在进入' }).first().waitFor({ state: 'attached' })
  if (page.url().includes('/home/perfect-info')) await page.getByRole('link', { name: '以后再填' }).click()
  await page.waitForURL((url) => !url.pathname.endsWith('/perfect-info'))
}

/** The answer of the captcha shown last. */
export async function newestCaptcha({ url }: StoryServer): Promise<string> {
  const answer = await fetch(`${url}/demo/outbox`)
  const { messageArray } = (await answer.json()) as { messageArray: { channel: string; body: string }[] }
  const newest = messageArray.find(({ channel }) => channel === 'captcha')
  if (!newest) throw new Error('no captcha was drawn')
  return newest.body
}
