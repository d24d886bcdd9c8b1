import type { Page } from 'playwright-core'
import type { Person } from './people.ts'
import type { RunningServer } from './server.ts'

/** Fills the account form of the login page, wherever it was shown. */
export async function signInByAccount(page: Page, { phone }: Pick<Person, 'phone'>): Promise<void> {
  await page.getByLabel('手机号/账号').fill(phone)
  await page.getByLabel('密码', { exact: true }).fill('Moqi@2026')
  await page.getByRole('checkbox', { name: /我已阅读/ }).check()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.endsWith('/login'))
}

/** Signs in by code, captcha first; a phone without account gets one. */
export async function signInByCode(page: Page, server: RunningServer, phone: string): Promise<void> {
  const shown = page.waitForResponse((response) => /getCaptchaImage|captchaImage/.test(response.url()))
  await page.getByRole('tab', { name: '验证码登录' }).click()
  const { data } = (await (await shown).json()) as { data: { captchaId: string } }
  const [captcha] = await server.outbox(data.captchaId)
  const before = await server.outbox(phone)
  await page.getByLabel('手机号', { exact: true }).fill(phone)
  await page.getByLabel('图形验证码').fill(captcha?.body ?? '')
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByLabel('短信验证码').fill(await server.outboxCode(phone, before))
  await page.getByRole('checkbox', { name: /我已阅读/ }).check()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.endsWith('/login'))
}
