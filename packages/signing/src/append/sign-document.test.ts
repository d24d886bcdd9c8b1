import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { DerFault } from '@moqi/trust/asn1/read-der'
import { freezeDocument } from '../freeze/freeze-document.ts'
import { PlaceholderTooSmall } from '@moqi/pdf/write/increment'
import { a4, tinyPdf } from '@moqi/pdf/testing/tiny-pdf'
import { hasTool, opensslCms, signaturesIn } from '@moqi/trust/testing/foreign-judge'
import { sealImage } from '../images/seal-image.ts'
import type { Head } from './layout.ts'
import { prepareSignature } from './prepare-signature.ts'
import { embedSignature, signDocument } from './sign-document.ts'
import type { SignRequest } from './sign-request.ts'
import { disc, discPng, threeParties } from '../testing/signing-scene.ts'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'

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
      { font, capacity: 7168 },
      document(structuredClone(frozen.head)),
      request('moqi-0001'),
    )
    const { bytes, placeholder } = finished
    const covered = [frozen.bytes, bytes.subarray(0, placeholder.start), bytes.subarray(placeholder.end)]
    expect(digest.toString('hex')).toBe(sha256(...covered))
  })

  test('does not depend on when the CMS comes: preparing can be waited on', () => {
    const prepared = prepareSignature({ font, capacity: 7168 }, document(), request('moqi-0001'))
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

test('every signature and stamp draws the notice, and the signature says it', async () => {
  const image = disc()
  const { increment } = await sign('moqi-0001', { stamps: [{ slot: 'moqi-0004', image }] })
  const text = increment.toString('latin1')
  expect(text.match(/\/N Do Q/g)).toHaveLength(2)
  expect(text).toContain(`/ContactInfo<FEFF${Buffer.from(notice, 'utf16le').swap16().toString('hex').toUpperCase()}>`)
})

const noticeScale = (increment: Buffer) =>
  Number(/q ([\d.]+) 0 0 \1 [\d.]+ [\d.]+ cm \/N Do/.exec(increment.toString('latin1'))?.[1])

test('a narrow box gets a smaller notice', async () => {
  expect(noticeScale((await sign('moqi-0001')).increment)).toBe(1)
  const narrow = {
    ...threeParties.signatures[1],
    slot: 'moqi-0002',
    page: 1,
    box: { x: 0, y: 0, width: 10, height: 10 },
  }
  const plan = { signatures: [narrow], stamps: [], crossPageSeals: [], texts: [] }
  const small = await freezeDocument({ certifier, now: () => sceneTime, notice }, tinyPdf(), plan)
  const signed = await signDocument({ key, font }, small, request('moqi-0002'))
  // 10 mm less the margins, for ten characters of 1.8 mm.
  expect(noticeScale(signed.increment)).toBeCloseTo((10 - 2 * 0.176) / 18, 2)
})

const fill = (value: string) => sign('moqi-0001', { texts: [{ slot: 'moqi-0007', value }] })
const drawnSize = async (value: string) =>
  Number(/BT \/F ([\d.]+) Tf 0 g/.exec((await fill(value)).increment.toString('latin1'))?.[1])

describe('texts', () => {
  test('are stored as values and drawn line by line', async () => {
    const text = (await fill('北京市海淀区\r\n中关村')).increment.toString('latin1')
    expect(text).toContain(
      `/V<FEFF${Buffer.from('北京市海淀区\n中关村', 'utf16le').swap16().toString('hex').toUpperCase()}>`,
    )
    expect(text.match(/Tj T\*/g)).toHaveLength(1)
  })

  test('break where the box ends, and shrink when there are too many lines', async () => {
    expect(await drawnSize('一'.repeat(13))).toBe(12)
    expect(await drawnSize('一'.repeat(60))).toBeLessThan(12)
  })

  test.each([
    ['too much text', '一'.repeat(1000), 'text-too-long'],
    ['a character no font has', '张😀', 'glyph-missing'],
    ['a control character', 'a\u0007', 'glyph-missing'],
  ])('%s is refused', async (_, value, reason) => {
    await expect(fill(value)).rejects.toMatchObject({ name: 'SigningRefusal', reason, slot: 'moqi-0007' })
  })
})

describe('refused', () => {
  const image = disc()
  test.each<[string, string, Partial<SignRequest>, string]>([
    ['a slot that is not there', 'moqi-9999', {}, 'slot-unknown'],
    ['a stamp where a signature belongs', 'moqi-0004', {}, 'slot-unknown'],
    ['a text where a stamp belongs', 'moqi-0001', { stamps: [{ slot: 'moqi-0006', image }] }, 'slot-unknown'],
    ["another party's stamp", 'moqi-0002', { stamps: [{ slot: 'moqi-0004', image }] }, 'slot-not-locked'],
    ["another party's text", 'moqi-0002', { texts: [{ slot: 'moqi-0006', value: '一' }] }, 'slot-not-locked'],
    ["another party's cross-page seal", 'moqi-0002', { crossPage: { slot: 'moqi-0005', image } }, 'slot-not-locked'],
    [
      'one stamp twice',
      'moqi-0001',
      {
        stamps: [
          { slot: 'moqi-0004', image },
          { slot: 'moqi-0004', image },
        ],
      },
      'slot-twice',
    ],
  ])('%s', async (_, slot, more, reason) => {
    await expect(sign(slot, more)).rejects.toMatchObject({ name: 'SigningRefusal', reason })
  })

  test('a slot that was set before', async () => {
    const stamped = await sign('moqi-0001', { stamps: [{ slot: 'moqi-0004', image }] })
    await expect(sign('moqi-0001', {}, stamped.head)).rejects.toMatchObject({ reason: 'slot-used', slot: 'moqi-0001' })
  })

  test('a CMS that does not fit its placeholder', async () => {
    const signing = signDocument({ key, timestamps, font, capacity: 2000 }, document(), request('moqi-0001'))
    await expect(signing).rejects.toThrow(PlaceholderTooSmall)
  })
})

describe('two parties that start from the same head', () => {
  test('make increments that each fit the head', async () => {
    const [first, second] = await Promise.all([sign('moqi-0001'), sign('moqi-0002')])
    expect(first.head.sha256).toBe(sha256(frozen.bytes, first.increment))
    expect(second.head.sha256).toBe(sha256(frozen.bytes, second.increment))
  })

  test('only one of them fits: the range of the other no longer encloses its signature', async () => {
    const [first, second] = await Promise.all([sign('moqi-0001'), sign('moqi-0002')])
    expect(signaturesIn(Buffer.concat([frozen.bytes, first.increment]))).toHaveLength(2)
    expect(() => signaturesIn(Buffer.concat([frozen.bytes, first.increment, second.increment]))).toThrow(DerFault)
  })

  test.skipIf(!openssl)('the loser signs anew on the new head (needs openssl)', async () => {
    const first = await sign('moqi-0001')
    const again = await sign('moqi-0002', {}, first.head)
    const root = on.root.key.identity.certificate
    const pdf = Buffer.concat([frozen.bytes, first.increment, again.increment])
    expect(signaturesIn(pdf).map((found) => opensslCms(found, root).code)).toEqual([0, 0, 0])
  })
})

test('preparing leaves head, layout and slots as they were', () => {
  const before = structuredClone(document())
  prepareSignature({ font, capacity: 7168 }, document(), request('moqi-0001'))
  expect(document()).toEqual(before)
})
