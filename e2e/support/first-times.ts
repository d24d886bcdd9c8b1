import type { Page } from 'playwright-core'

/**
 * Notes on every document that the page opens from now on when each of these selectors is met there first. Answers what
 * tells the ms between two of them by the page's own clock, which a busy machine cannot shorten.
 */
export async function firstTimes<Name extends string>(
  page: Page,
  selectors: Record<Name, string>,
): Promise<(from: Name, to: Name) => Promise<number>> {
  const named: Record<string, string> = selectors
  await page.addInitScript((wanted) => {
    const first: Record<string, number> = {}
    const look = () => {
      for (const [name, selector] of Object.entries(wanted))
        if (document.querySelector(selector)) first[name] ??= performance.now()
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true })
    Object.assign(window, { firstTimes: first })
  }, named)
  return (from, to) =>
    page.evaluate<number>(`window.firstTimes[${JSON.stringify(to)}] - window.firstTimes[${JSON.stringify(from)}]`)
}
