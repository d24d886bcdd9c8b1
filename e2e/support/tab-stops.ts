import type { Page } from 'playwright-core'

/** What somebody without a pointer meets: the places that Tab stops at, in their order, and what is wrong with them. */
export type TabStops = { names: string[]; faults: string[] }

/** More than any page has. */
const mostStops = 300

/** What one stop is, seen from inside the page. */
type Stop = { name: string; ring: boolean; seen: boolean; again: boolean }

/**
 * Presses Tab through the page, or the dialog that is open, until the way begins again. Wrong are: a
 * stop whose focus does not show, one that cannot be seen, a control that is never stopped at, and a way without end.
 */
export async function tabStops(page: Page): Promise<TabStops> {
  await page.evaluate(begin)
  const names: string[] = []
  const faults: string[] = []
  // A dialog has the focus somewhere within: past its end the way goes on at its beginning, once.
  let ends = 0
  for (let presses = 0; presses < mostStops; presses++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(standing)
    if (stop === null && ends++ === 0) continue
    if (stop === null || stop.again) break
    names.push(stop.name)
    if (!stop.ring) faults.push(`no focus shows at ${stop.name}`)
    if (!stop.seen) faults.push(`${stop.name} is not on the screen`)
  }
  if (names.length === mostStops) faults.push('the way through the page has no end')
  const missed = await page.evaluate(unmet)
  return { names, faults: [...faults, ...missed.map((name) => `no Tab leads to ${name}`)] }
}

/** What may be worked now is owed a stop; what becomes so on the way, such as going back a page, is not. */
function begin(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  for (const one of document.querySelectorAll<HTMLElement>('*:not(:disabled)')) {
    one.dataset['owed'] = ''
    delete one.dataset['met']
  }
}

/** What has the focus now; null when nothing has. Marks it as met. */
function standing(): Stop | null {
  const one = document.activeElement
  if (!(one instanceof HTMLElement) || one === document.body) return null
  const rings = () => {
    for (const animation of document.getAnimations()) animation.finish()
    const around = [
      one,
      one.nextElementSibling,
      one.parentElement,
      one.parentElement?.parentElement,
      one.closest('label'),
    ]
    return around
      .map((element) => {
        if (!element) return ''
        const { outline, boxShadow, borderColor, backgroundColor } = getComputedStyle(element)
        return [outline, boxShadow, borderColor, backgroundColor].join()
      })
      .join()
  }
  const focused = rings()
  const { left, top, right, bottom } = (one.closest('label') ?? one).getBoundingClientRect()
  one.blur()
  const plain = rings()
  one.focus({ preventScroll: true })
  const name = (one.getAttribute('aria-label') ?? one.closest('label')?.textContent ?? one.textContent ?? '').trim()
  // Marked on the element itself: while a page still draws, its place in the document is soon another one's.
  const again = one.dataset['met'] !== undefined
  one.dataset['met'] = ''
  return {
    name: `${one.tagName.toLowerCase()} “${name.slice(0, 24)}”`,
    ring: focused !== plain,
    seen: bottom > 0 && right > 0 && top < innerHeight && left < innerWidth,
    again,
  }
}

/** Controls that can be seen and were never stopped at; of a group that arrows move in, one is enough. */
function unmet(): string[] {
  const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  const controls = scope.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [tabindex="0"]',
  )
  return [...controls]
    .filter(
      (one) =>
        one.dataset['met'] === undefined &&
        one.dataset['owed'] === '' &&
        one.tabIndex >= 0 &&
        !one.matches(':disabled'),
    )
    .filter((one) => one.checkVisibility({ checkVisibilityCSS: true }) && !one.closest('[inert], [hidden]'))
    .filter((one) => {
      if (!(one instanceof HTMLInputElement) || one.type !== 'radio') return true
      return !document.querySelector(`input[type=radio][name="${one.name}"][data-met]`)
    })
    .map(
      (one) =>
        `${one.tagName.toLowerCase()} “${(one.getAttribute('aria-label') ?? one.textContent ?? '').slice(0, 24)}”`,
    )
}
