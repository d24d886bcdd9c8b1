import { expect, test } from 'vitest'
import { openClient } from '../scripts/demo/api-client.ts'
import { demoPassword } from '../scripts/demo/cast.ts'
import { wang } from './support/people.ts'
import { sendContract } from './support/send-contract.ts'
import { openAs } from './support/session.ts'
import { invitation } from './support/sign.ts'
import { stage } from './support/stage.ts'
import { costOf, type WireCost } from './support/wire-cost.ts'

/** What pages cost who has never been here: bytes as they come over the wire, headers included, until the first use. */

const scene = stage()

/** A page's budget: bytes, and requests where a slow line's round trips count. */
type Budget = { bytes: number; requests?: number }

/** What is over its budget, with what came; nothing when all is within. */
function over(cost: WireCost, budget: Budget): string[] {
  const within = cost.bytes <= budget.bytes && cost.requests <= (budget.requests ?? Infinity)
  // React alone is half of it: less would mean that nothing was counted.
  if (within && cost.bytes > 60_000) return []
  const largest = cost.files.toSorted((a, b) => b.bytes - a.bytes).map(({ path, bytes }) => `${bytes} ${path}`)
  return [`${cost.bytes} bytes in ${cost.requests} requests`, ...largest]
}

/** Where the viewer begins. */
const isViewer = (url: string) => /\/assets\/pdf[-.]/.test(url)

test('the sign-in page costs at most 80 KiB in 12 requests until one can type', async () => {
  const { page, close } = await scene.browser.phone(scene.server.url)
  const cost = await costOf(page, '/home/login', () => page.locator('#root:not([inert])').waitFor())
  expect(over(cost, { bytes: 80 * 1024, requests: 12 })).toEqual([])
  await close()
})

test('the link of a message costs 100 KiB in 12 requests, the list 160, signing 120 before viewer and picture', async () => {
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
  // Each field for a date costs a phone as much as all rows: none is made that it does not show.
  expect(await phone.page.locator('input[type="date"]').count()).toBe(0)

  // What the document names comes with the application's files, not a round trip behind them.
  const document = await fetch(new URL('/home/space/contract-list', scene.server.url))
  expect(await document.text()).toMatch(/rel="modulepreload"[^>]*contract-list-page/)

  const entry = await card.getAttribute('href')
  const signId = new URL(entry ?? '', scene.server.url).searchParams.get('signId') ?? ''
  const signing = await scene.browser.phone(scene.server.url)
  await openAs(signing.page, wang)
  const submit = signing.page.getByRole('button', { name: /^提交签署/ })
  const before = await costOf(signing.page, `/home/signing?signId=${signId}`, () => submit.waitFor(), isViewer)
  // The contract itself goes first on the line: what one signs it with comes behind the viewer.
  expect(before.files.filter(({ path }) => /signing-work|userSeals|sealInfo/.test(path))).toEqual([])
  expect(over(before, { bytes: 120 * 1024 })).toEqual([])
  for (const { faults } of [landing, phone, signing]) expect(faults).toEqual([])
  for (const { close } of [landing, phone, signing]) await close()
})

test('the page on which a phone writes costs at most 120 KiB in 21 requests', async () => {
  const { url } = scene.server
  const { token } = await openClient(url).call('loginByAccount', { userName: wang.phone, password: demoPassword })
  const { spaceInfoArray } = await openClient(url).as(token).call('getUserSpaceInfo', {})
  const own = spaceInfoArray.find(({ spaceType }) => spaceType === 'person')
  const { handwriteLink } = await openClient(url).as(token, own?.tenantId).call('handwriteLink', {})
  const { pathname, search } = new URL(handwriteLink)
  const { page, faults, close } = await scene.browser.phone(url)
  const field = page.getByRole('img', { name: '书写区域' })
  const cost = await costOf(page, pathname + search, () => field.waitFor())
  expect(over(cost, { bytes: 120 * 1024, requests: 21 })).toEqual([])
  expect(faults).toEqual([])
  await close()
})
