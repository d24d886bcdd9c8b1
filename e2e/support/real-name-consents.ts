import type { Page } from 'playwright-core'

/** Ticks the two boxes that stand above 提交认证 of a person. */
export async function giveConsents(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /^我同意为核验身份/ }).check()
  await page.getByRole('checkbox', { name: /^我申请本人的数字证书/ }).check()
}
