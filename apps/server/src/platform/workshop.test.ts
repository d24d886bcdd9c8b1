import { readFileSync } from 'node:fs'
import { Refusal } from '@moqi/domain/refusal'
import { HandwritingRefusal, handwritingImage } from '@moqi/signing/seal-art/handwriting'
import { encodePng } from '@moqi/pdf/images/png'
import { afterAll, expect, test } from 'vitest'
import { ownShare } from '#src/testing/own-share.ts'
import { openWorkshop, openWorkshopThreads } from './workshop.ts'

const sample = readFileSync(new URL('../../../../samples/保密协议.pdf', import.meta.url))
const threads = openWorkshopThreads({ waiting: 2 })
const workshop = openWorkshop({ roots: [], crls: async () => [], now: () => 0, threads })
afterAll(() => workshop.close())

const codeOf = (error: unknown) => (error instanceof Refusal ? error.code : error)

test('The caller keeps the bytes it gave', async () => {
  const given = Buffer.from(new Uint8Array(sample).buffer)
  const { pages } = await workshop.inspect(given)
  expect([pages.length > 0, given.equals(sample)]).toEqual([true, true])
})

test('When too much is waiting, more is refused until the work is done', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => workshop.inspect(sample)))
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [codeOf(outcome.reason)] : []))
  expect(refused).toEqual(['request/too-often', 'request/too-often', 'request/too-often'])
  expect((await workshop.inspect(sample)).bytes).toHaveLength(sample.length)
})

test('A page is drawn once for its key and width, and its bytes are not even fetched again', async () => {
  let fetched = 0
  const bytes = async () => {
    fetched += 1
    return sample
  }
  const [first, second] = await Promise.all([
    workshop.renderPage('key', bytes, 1, 200),
    workshop.renderPage('key', bytes, 1, 200),
  ])
  const again = await workshop.renderPage('key', bytes, 1, 200)
  expect([fetched, first === second, again === first]).toEqual([1, true, true])
  await workshop.renderPage('key', bytes, 1, 100)
  expect(fetched).toBe(2)
})

test('A page that is not there and a file that cannot be drawn are refusals', async () => {
  const missing = await workshop.renderPage('key', async () => sample, 499, 200).catch(codeOf)
  const broken = await workshop.renderPage('text', async () => Buffer.from('text'), 1, 200).catch(codeOf)
  expect([missing, broken]).toEqual(['file/not-found', 'file/too-complex'])
})

/** A diagonal stroke over nearly two million pixels. */
function largeDrawing(): Buffer {
  const side = 1400
  const data = new Uint8Array(side * side * 4)
  for (let y = 0; y < side; y++) for (let x = y; x < Math.min(side, y + 12); x++) data[(y * side + x) * 4 + 3] = 255
  return encodePng({ width: side, height: side, channels: 4, data })
}

test('A drawn signature is trimmed while the server goes on, and what is none is refused with its sentence', async () => {
  const drawing = largeDrawing()
  const expected = handwritingImage(drawing)
  await workshop.handwriting(drawing)
  const share = ownShare()
  expect(await workshop.handwriting(drawing)).toEqual(expected)
  expect(share()).toBeLessThan(0.5)
  const none = workshop.handwriting(Buffer.from('no picture'))
  await expect(none).rejects.toEqual(new HandwritingRefusal('not-png'))
})
