import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** Where pictures of the pages are kept, for those who want to look at them; without it none are taken. */
const folder = process.env['MOQI_SCREENS']

/** Keeps a picture of the page under that name when asked for: what is in view, or all of it. */
export async function picture(page: Page, name: string, { whole = false } = {}): Promise<void> {
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: whole })
}
