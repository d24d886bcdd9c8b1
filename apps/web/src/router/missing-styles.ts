/** Stylesheets of the page that did not come. */
const missing = new Set<HTMLLinkElement>()

if (typeof addEventListener === 'function')
  addEventListener(
    'error',
    ({ target }) => {
      if (typeof HTMLLinkElement === 'function' && target instanceof HTMLLinkElement) missing.add(target)
    },
    // What fails to load tells its own element only.
    { capture: true },
  )

/** Asks again for every stylesheet that did not come; rejects when one fails once more. */
export async function fetchMissingStyles(): Promise<void> {
  await Promise.all([...missing].filter(({ rel }) => rel === 'stylesheet').map(fetchAgain))
}

function fetchAgain(failed: HTMLLinkElement): Promise<void> {
  missing.delete(failed)
  const link = document.createElement('link')
  for (const { name, value } of failed.attributes) link.setAttribute(name, value)
  if (failed.nonce) link.nonce = failed.nonce
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => reject(new Error(`Unable to preload CSS for ${link.href}`)))
    // In its place, for a later rule beats an earlier one.
    failed.replaceWith(link)
  })
}
