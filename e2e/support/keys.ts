import type { Page } from 'playwright-core'

/** More than lie before anything a story goes to. */
const mostPresses = 120

/** What the focus is on, by all its names, inside the page. */
const focused = `(() => {
  const one = document.activeElement
  if (!one || one === document.body) return ''
  const words = one.getAttribute('aria-label') ?? one.closest('label')?.textContent ?? one.textContent
  const labels = [...(one.labels ?? [])].map((label) => label.textContent)
  return [words, ...labels].join(' ').trim()
})()`

/** Tabs until what has the focus is called that; throws when nothing is. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < mostPresses; presses++) {
    if (name.test(String(await page.evaluate(focused)))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no Tab leads to ${name}`)
}

/** Tabs there and presses it. */
export async function pressAt(page: Page, name: RegExp, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press(key)
}

/** Tabs to a field and types. */
export async function typeAt(page: Page, name: RegExp, text: string): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.type(text)
}
