import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { notoSans } from '../fonts/noto-sans.ts'
import { DerError } from '../cms/der.ts'
import { freezeDocument } from '../freeze/freeze-document.ts'
import { HoleTooSmall } from '../pdf/increment.ts'
import { a4, tinyPdf } from '../pdf/tiny-pdf.ts'
import { hasTool, opensslCms, signaturesIn } from './foreign-judge.ts'
import { sealImage } from '../images/seal-image.ts'
import type { Head } from './layout.ts'
import { prepareSignature } from './prepare-signature.ts'
import { embedSignature, signDocument } from './sign-document.ts'
import type { SignRequest } from './sign-request.ts'
import { disc, discPng, scene, sceneTime, threeParties } from './signing-scene.ts'

const on = await scene()
const openssl = hasTool('openssl')
const font = notoSans()
const notice = '测试证书，无法律效力'
const { certifier, timestamps } = on
const frozen = await freezeDocument(
  { certifier, timestamps, now: () => sceneTime, notice },
  tinyPdf({ pages: 2, size: a4 }),
  threeParties,
)
const key = await on.party('张三')
const document = (head: Head = frozen.head) => ({ layout: frozen.layout, slots: frozen.slots, head })
const request = (slot: string, more: Partial<SignRequest> = {}): SignRequest => ({
  signature: { slot, image: disc() },
  signerName: '张三',
  reason: '同意并签署本合同',
  at: sceneTime,
  ...more,
})
const sign = (slot: string, more: Partial<SignRequest> = {}, head?: Head) =>
  signDocument({ key, timestamps, font }, document(head), request(slot, more))
const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest('hex')

describe('the new head', () => {
  test('describes the document with its increment', async () => {
    const { increment, head } = await sign('moqi-0001')
    expect(head.sha256).toBe(sha256(frozen.bytes, increment))
    expect(head.length).toBe(frozen.bytes.length + increment.length)
    expect(head.used).toEqual(['moqi-0001'])
    expect(increment.toString('latin1', head.startxref - frozen.bytes.length).startsWith('xref\n')).toBe(true)
  })

  test('comes from the stored hash state as if the whole document had been read', () => {
    const { digest, finished } = prepareSignature(
      { font },
      document(structuredClone(frozen.head)),
      request('moqi-0001'),
    )
    const { bytes, hole } = finished
    const covered = [frozen.bytes, bytes.subarray(0, hole.start), bytes.subarray(hole.end)]
    expect(digest.toString('hex')).toBe(sha256(...covered))
  })

  test('does not depend on when the CMS comes: preparing can be waited on', () => {
    const prepared = prepareSignature({ font }, document(), request('moqi-0001'))
    const empty = Buffer.from(prepared.finished.bytes)
    const signed = [1, 2].map((byte) => embedSignature(prepared, Buffer.alloc(100, byte)))
    expect(prepared.finished.bytes.equals(empty)).toBe(true)
    expect(signed.map(({ head }) => head.sha256)).toEqual(
      signed.map(({ increment }) => sha256(frozen.bytes, increment)),
    )
  })

  test('can be continued without the document, signature after signature', async () => {
    const first = await sign('moqi-0001')
    const second = await sign('moqi-0002', {}, first.head)
    expect(second.head.sha256).toBe(sha256(frozen.bytes, first.increment, second.increment))
    expect(second.increment.includes(`/Prev ${first.head.startxref}>>`)).toBe(true)
  })
})

describe('an image', () => {
  test('is written once a document', async () => {
    const image = disc()
    const first = await sign('moqi-0001', { stamps: [{ slot: 'moqi-0004', image }] })
    expect(first.increment.toString('latin1').match(/\/SMask/g)).toHaveLength(1)
    const second = await sign('moqi-0002', {}, first.head)
    expect(second.increment.includes('/SMask')).toBe(false)
    expect(second.head.images).toEqual(first.head.images)
    expect(second.increment.includes(`/I ${first.head.images[image.sha256]} 0 R`)).toBe(true)
  })

  test('keeps its proportions in a box of another shape', async () => {
    const image = sealImage(discPng(300))
    const { increment } = await sign('moqi-0003', { signature: { slot: 'moqi-0003', image } })
    // 30 × 15 mm: the square of 25.4 mm is made 15 mm high and stands in the middle.
    expect(increment.includes('q /M gs 42.52 0 0 42.52 21.26 0 cm /I Do Q')).toBe(true)
  })

  test('is drawn at its true size where there is room', async () => {
    const image = sealImage(discPng(60))
    const { increment } = await sign('moqi-0003', { signature: { slot: 'moqi-0003', image } })
    // 60 pixels at 300 dpi are 14.4 pt.
    expect(increment.includes('q /M gs 14.4 0 0 14.4 ')).toBe(true)
  })
})
