import type { Page } from 'playwright-core'
import type { StoryServer } from './story-server.ts'
import { newestCaptcha } from './sign-in.ts'

/** Fills phone and captcha and has a code sent; answers the code, or null when the message brings none. */
export async function askForCode(page: Page, server: StoryServer, phone: string): Promise<string | null> {
  await page
    .getByRole('button', { name: /看不清/ })
    .locator('img')
    .waitFor()
  const before = await server.outbox(phone)
  await page.getByLabel('手机号', { exact: true }).fill(phone)
  await page.getByLabel('图形验证码').fill(await newestCaptcha(server))
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText(/^\d+秒后重新获取$/).waitFor()
  for (let attempt = 0; attempt < 600; attempt++) {
    const messages = await server.outbox(phone)
    const newest = messages[0]
    if (newest && messages.length > before.length) return /验证码(\d{6})/.exec(newest.body)?.[1] ?? null
    await page.waitForTimeout(50)
  }
  throw new Error(`no message for ${phone}`)
}
