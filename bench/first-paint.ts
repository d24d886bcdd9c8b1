import type { CDPSession } from 'playwright-core'
import type { OpenBrowser } from '../e2e/support/browser.ts'

/** A line of 400 kbit/s and 400 ms to and fro, in bytes a second and ms. */
const slowLine = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

/** ms from asking for a page until something stands on it, with nothing in the cache, on a phone's slow line. */
export async function firstPaint(browser: OpenBrowser, baseUrl: string, path: string): Promise<number> {
  const { page, context, close } = await browser.phone(baseUrl)
  const protocol = await context.newCDPSession(page)
  await onSlowLine(protocol)
  await page.goto(path, { waitUntil: 'commit' })
  // A link of a message is led on by the server; the clock runs from the first request.
  const paint = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  )
  const ms = Math.round(Number(await paint.jsonValue()))
  await close()
  return ms
}

async function onSlowLine(protocol: CDPSession): Promise<void> {
  await protocol.send('Network.enable')
  await protocol.send('Network.emulateNetworkConditions', slowLine)
}
