import type { Page, Request } from 'playwright-core'

/** One answer as it came over the wire, headers included; `path` is its address's. */
type WireFile = { path: string; bytes: number }

/** What opening a page cost: the sum, the requests, and each file. */
export type WireCost = { bytes: number; requests: number; files: WireFile[] }

/**
 * Opens a page with an empty cache and counts what comes until `usable`, pictures of contracts' pages apart: those are
 * as heavy as the contract, whatever the page around them costs. `end` ends the count before a request.
 */
export async function costOf(
  page: Page,
  path: string,
  usable: () => Promise<void>,
  end?: (url: string) => boolean,
): Promise<WireCost> {
  // What the page before still asks for is none of this one's cost.
  if (page.url() !== 'about:blank') await page.goto('about:blank')
  await page.addInitScript(patience)
  const session = await page.context().newCDPSession(page)
  // What is not enabled obeys no setting: what the sign-in loaded would come from the cache and cost nothing.
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const asked: Request[] = []
  let ended = false
  const count = (request: Request) => {
    ended ||= end?.(request.url()) ?? false
    if (!ended && !isPicture(request.url())) asked.push(request)
  }
  page.on('request', count)
  await page.goto(path)
  await usable()
  page.off('request', count)
  const answers = await Promise.all(asked.map(costOfOne))
  const files = answers.filter((answer) => answer !== null)
  await session.detach()
  return { bytes: files.reduce((sum, file) => sum + file.bytes, 0), requests: files.length, files }
}

/** What a page fetches once it is at rest comes after the count, also where a busy machine takes seconds to look. */
const patience = `{
  const set = window.setTimeout
  window.setTimeout = (run, ms, ...more) => set(run, ms >= 1000 ? ms * 60 : ms, ...more)
}`

/** A stream has no end, and is not part of what a page waits for. */
async function costOfOne(request: Request): Promise<WireFile | null> {
  const response = await request.response()
  if (!response || response.headers()['content-type']?.startsWith('text/event-stream')) return null
  await response.finished()
  const { responseBodySize, responseHeadersSize } = await request.sizes()
  return { path: new URL(request.url()).pathname, bytes: responseBodySize + responseHeadersSize }
}

const isPicture = (url: string) => new URL(url).pathname.endsWith('/file/pageImage')
