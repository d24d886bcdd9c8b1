import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ReceivedWebhook, verifyWebhook } from './verify-webhook.ts'

const document = readFileSync(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8')
const [, secret = '', timestamp = '', text = '', signature = ''] =
  /密钥 `([^`]+)`，时间戳 `(\d+)`，请求体：\n\n```json\n(.+)\n```\n\n签名为 `([^`]+)`/.exec(document) ?? []
const body = new TextEncoder().encode(text)
const sentAt = Number(timestamp)
const published: ReceivedWebhook = {
  headers: { 'x-moqi-timestamp': timestamp, 'x-moqi-signature': signature },
  body,
  secrets: [secret],
  now: sentAt,
}
const judged = (but: Partial<ReceivedWebhook>) =>
  verifyWebhook({ ...published, ...but }).then(
    ({ event }) => event,
    ({ name, reason }: { name: string; reason: string }) => `${name} ${reason}`,
  )
const signedBy = (key: string, signed: string, at = timestamp) => ({
  'x-moqi-timestamp': at,
  'x-moqi-signature': createHmac('sha256', key).update(`${at}\n${signed}`).digest('base64'),
})

test('the published callback is believed, by headers of any kind, and of either secret while one is replaced', async () => {
  expect(await verifyWebhook(published)).toEqual(JSON.parse(text))
  const two = `${'A'.repeat(43)}= ${signature}`
  const believed: Partial<ReceivedWebhook>[] = [
    { headers: new Headers({ 'X-Moqi-Timestamp': timestamp, 'X-Moqi-Signature': signature }) },
    { headers: { 'X-Moqi-Timestamp': timestamp, 'X-Moqi-Signature': signature } },
    { headers: { 'x-moqi-timestamp': timestamp, 'x-moqi-signature': two } },
    { secrets: ['another', secret] },
    { now: sentAt + 15 * 60_000 },
    { now: sentAt - 15 * 60_000 },
  ]
  for (const but of believed) expect(await judged(but)).toBe('TASK_SENT')
})

test('each byte counts: of the body, of the signature, of the time', async () => {
  for (let at = 0; at < body.length; at += 7) {
    const changed = body.slice()
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(await judged({ body: changed })).toBe('MoqiForgery signature')
  }
  expect(await judged({ body: body.slice(0, -1) })).toBe('MoqiForgery signature')
  expect(await judged({ body: new Uint8Array([...body, 32]) })).toBe('MoqiForgery signature')
  expect(await judged({ headers: { ...published.headers, 'x-moqi-timestamp': String(sentAt + 1) } })).toBe(
    'MoqiForgery signature',
  )
})

test.each<[string, Partial<ReceivedWebhook>, string]>([
  ['another secret', { secrets: ['another'] }, 'signature'],
  ['no secret', { secrets: [] }, 'signature'],
  ['an empty secret, signed with it', { secrets: [''], headers: signedBy('', text) }, 'signature'],
  ['no header', { headers: {} }, 'header'],
  ['no signature', { headers: { 'x-moqi-timestamp': timestamp } }, 'header'],
  [
    'a signature in hexadecimal',
    { headers: { 'x-moqi-timestamp': timestamp, 'x-moqi-signature': 'ab'.repeat(32) } },
    'header',
  ],
  [
    'a header given twice',
    { headers: { 'x-moqi-timestamp': timestamp, 'x-moqi-signature': [signature, signature] } },
    'header',
  ],
  ['a time that is none', { headers: signedBy(secret, text, '1e12') }, 'header'],
  ['an old one', { now: sentAt + 15 * 60_000 + 1 }, 'late'],
  ['one of tomorrow', { now: sentAt - 15 * 60_000 - 1 }, 'late'],
  ['signed, and no JSON', { body: new TextEncoder().encode('a=1'), headers: signedBy(secret, 'a=1') }, 'body'],
])('%s is refused', async (_, but, reason) => {
  expect(await judged(but)).toBe(`MoqiForgery ${reason}`)
})
