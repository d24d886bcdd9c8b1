import type { Page } from 'playwright-core'

/** Waits until a page has its heading, may be worked, and nothing on it is waited for. */
export async function arrived(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.waitForFunction(() => !document.querySelector('#root[inert], [aria-busy="true"]'))
}
