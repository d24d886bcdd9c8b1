import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** Where pictures of the pages are kept, for those who want to look at them; without it none are taken. */
const folder = process.env['MOQI_SCREENS']

/** The windows that every page is looked at in, px. */
const windows = [
  [1440, 900],
  [1366, 768],
  [1280, 720],
  [1024, 768],
  [768, 1024],
  [390, 844],
  [320, 568],
  [844, 390],
] as const

/** Keeps a picture in each of these windows when asked for, and leaves the window as it was. */
export async function pictures(page: Page, name: string, { whole = false } = {}): Promise<void> {
  const before = page.viewportSize()
  if (!folder || !before) return
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height })
    await page.waitForTimeout(300)
    await picture(page, `${name}-${width}x${height}`, { whole })
  }
  await page.setViewportSize(before)
}

/** Keeps a picture of the page under that name when asked for: what is in view, or all of it. */
export async function picture(page: Page, name: string, { whole = false } = {}): Promise<void> {
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: whole })
}
