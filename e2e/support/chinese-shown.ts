import type { BrowserContext, Page } from 'playwright-core'

/** What a reader of the page meets, by eye or by ear; what is marked as Chinese, such as a contract, is not told. */
const shownTexts = () => {
  const said = ['aria-label', 'placeholder', 'title', 'alt']
  const texts: string[] = []
  const visit = (element: Element) => {
    if (['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(element.tagName) || element.closest('[lang="zh-CN"]')) return
    for (const name of said) texts.push(element.getAttribute(name) ?? '')
    for (const child of element.childNodes) if (child.nodeType === Node.TEXT_NODE) texts.push(child.textContent ?? '')
    for (const child of element.children) visit(child)
  }
  visit(document.body)
  return [document.title, ...texts]
}

const run = /[\p{Script=Han}\u3001-\u303f\uff01-\uff5e][\p{Script=Han}\u3001-\u303f\uff01-\uff5e\w]*/gu

/** Has the pages of a window keep what they are answered. */
export const keepAnswers = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const ask = globalThis.fetch
    const answers: string[] = []
    Reflect.set(globalThis, 'answers', answers)
    globalThis.fetch = async (...asked) => {
      const answer = await ask(...asked)
      if (answer.headers.get('content-type')?.includes('json')) {
        const body = answer.clone()
        answers.push(await body.text())
      }
      return answer
    }
  })

/**
 * The Chinese of a page that it was not given: what it was answered holds names and titles that people chose. A window
 * of `keepAnswers`.
 */
export async function chineseShown(page: Page): Promise<string[]> {
  const texts = await page.evaluate(shownTexts)
  const given = await page.evaluate(() => JSON.stringify(Reflect.get(globalThis, 'answers')))
  const strange = texts.filter((text) => (text.match(run) ?? []).some((words) => !given.includes(words)))
  return [...new Set(strange.map((text) => text.trim()))]
}
