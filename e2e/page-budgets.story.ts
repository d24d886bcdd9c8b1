import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { wang } from './support/people.ts'
import { sendContract } from './support/send-contract.ts'
import { openAs } from './support/session.ts'
import { invitation } from './support/sign.ts'
import { stage } from './support/stage.ts'

/** What pages cost who has never been here: bytes as they come over the wire, headers included, until the first use. */

const scene = stage()

/** A page's budget: bytes, and requests where a slow line's round trips count. */
type Budget = { bytes: number; requests?: number }

/** Opens a page with an empty cache and counts what comes until `usable`; `within` ends the count before a request. */
async function costOf(page: Page, path: string, usable: () => Promise<void>, end?: (url: string) => boolean) {
  // What the page before still asks for is none of this one's cost.
  if (page.url() !== 'about:blank') await page.goto('about:blank')
  const session = await page.context().newCDPSession(page)
  // What is not enabled obeys no setting: what the sign-in loaded would come from the cache and cost nothing.
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const asked: Request[] = []
  let ended = false
  page.on('request', (request) => {
    ended ||= end?.(request.url()) ?? false
    if (!ended && !isPicture(request.url())) asked.push(request)
  })
  await page.goto(path)
  await usable()
  const counted = [...asked]
  const answers = await Promise.all(counted.map(costOfOne))
  const files = answers.filter((answer) => answer !== null)
  return { bytes: files.reduce((sum, file) => sum + file.bytes, 0), requests: files.length, files }
}

/** A stream has no end, and is not part of what a page waits for. */
async function costOfOne(request: Request): Promise<{ path: string; bytes: number } | null> {
  const response = await request.response()
  if (!response || response.headers()['content-type']?.startsWith('text/event-stream')) return null
  await response.finished()
  const { responseBodySize, responseHeadersSize } = await request.sizes()
  return { path: new URL(request.url()).pathname, bytes: responseBodySize + responseHeadersSize }
}

/** What is over its budget, with what came; nothing when all is within. */
function over(cost: Awaited<ReturnType<typeof costOf>>, budget: Budget): string[] {
  const within = cost.bytes <= budget.bytes && cost.requests <= (budget.requests ?? Infinity)
  // React alone is half of it: less would mean that nothing was counted.
  if (within && cost.bytes > 60_000) return []
  const largest = cost.files.toSorted((a, b) => b.bytes - a.bytes).map(({ path, bytes }) => `${bytes} ${path}`)
  return [`${cost.bytes} bytes in ${cost.requests} requests`, ...largest]
}

/** The picture of a contract's first page: as heavy as the contract, whatever the page around it costs. */
const isPicture = (url: string) => new URL(url).pathname.endsWith('/file/pageImage')

/** Where the viewer begins. */
const isViewer = (url: string) => /\/assets\/pdf[-.]/.test(url)

test('the sign-in page costs at most 80 KB in 12 requests until one can type', async () => {
  const { page, close } = await scene.browser.phone(scene.server.url)
  const cost = await costOf(page, '/home/login', () => page.locator('#root:not([inert])').waitFor())
  expect(over(cost, { bytes: 80 * 1024, requests: 12 })).toEqual([])
  await close()
})

test('the link of a message costs 100 KB in 12 requests, the list 160, signing 150 before viewer and picture', async () => {
  const stranger = { phone: '13912345679', name: '周晓彤', company: null }
  await sendContract(scene.server, {
    file: '保密协议.pdf',
    others: [stranger, wang],
    ownSideSigns: false,
    parallel: true,
    page: 1,
    placings: [
      { person: stranger, kind: '手写签名', x: 0.5, y: 0.3 },
      { person: wang, kind: '个人签名', x: 0.5, y: 0.5 },
    ],
  })
  const link = await invitation(scene.server, stranger.phone)
  const landing = await scene.browser.phone(scene.server.url)
  const opened = await fetch(new URL(link, scene.server.url), { redirect: 'manual' })
  const target = opened.headers.get('location') ?? link
  const button = landing.page.getByRole('button', { name: '验证手机号并查看' })
  const first = await costOf(landing.page, target, () => button.waitFor())
  expect(over(first, { bytes: 100 * 1024, requests: 12 })).toEqual([])

  const phone = await scene.browser.phone(scene.server.url)
  await openAs(phone.page, wang)
  const card = phone.page.getByRole('link', { name: '保密协议', exact: true }).first()
  const list = await costOf(phone.page, '/home/space/contract-list?status=all', () => card.waitFor())
  expect(over(list, { bytes: 160 * 1024 })).toEqual([])

  const entry = await card.getAttribute('href')
  const signId = new URL(entry ?? '', scene.server.url).searchParams.get('signId') ?? ''
  const signing = await scene.browser.phone(scene.server.url)
  await openAs(signing.page, wang)
  const submit = signing.page.getByRole('button', { name: /^提交签署/ })
  const before = await costOf(signing.page, `/home/signing?signId=${signId}`, () => submit.waitFor(), isViewer)
  expect(over(before, { bytes: 150 * 1024 })).toEqual([])
  for (const { faults } of [landing, phone, signing]) expect(faults).toEqual([])
  for (const { close } of [landing, phone, signing]) await close()
})
