/** Which stylesheets a load asks for, and how those that did not come are asked for again. */
export type PageStyles = {
  /** Begins a load; answers what that gives, and the addresses of the stylesheets that it asked for at once. */
  watch: <T>(begin: () => T) => { begun: T; hrefs: readonly string[] }
  /** Asks again for every stylesheet that did not come; rejects when one of `hrefs` fails once more. */
  fetchAgain: (hrefs: readonly string[]) => Promise<void>
}

/** Stylesheets of the page that did not come, and those that are asked for again, by address. */
const missing = new Map<string, HTMLLinkElement>()
const underWay = new Map<string, Promise<void>>()

if (typeof addEventListener === 'function')
  addEventListener(
    'error',
    ({ target }) => {
      if (typeof HTMLLinkElement === 'function' && target instanceof HTMLLinkElement && target.rel === 'stylesheet')
        missing.set(target.href, target)
    },
    // What fails to load tells its own element only.
    { capture: true },
  )

/** Those of the document. */
export const pageStyles: PageStyles = {
  watch(begin) {
    const before = new Set(addresses())
    const begun = begin()
    return { begun, hrefs: addresses().filter((href) => !before.has(href)) }
  },
  async fetchAgain(hrefs) {
    for (const link of missing.values()) ask(link)
    // What others lack keeps nobody waiting: it may never come.
    await Promise.all(hrefs.map((href) => underWay.get(href)))
  },
}

const addresses = () =>
  typeof document === 'undefined'
    ? []
    : Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'), ({ href }) => href)

function ask(failed: HTMLLinkElement): void {
  const { href } = failed
  missing.delete(href)
  const link = document.createElement('link')
  for (const { name, value } of failed.attributes) link.setAttribute(name, value)
  if (failed.nonce) link.nonce = failed.nonce
  const coming = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => reject(new Error(`Unable to preload CSS for ${href}`)))
  }).finally(() => underWay.delete(href))
  // Whoever needs it hears of it.
  coming.catch(() => undefined)
  underWay.set(href, coming)
  // In its place, for a later rule beats an earlier one.
  failed.replaceWith(link)
}
