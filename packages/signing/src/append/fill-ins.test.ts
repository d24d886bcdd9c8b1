import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import type { FieldPlan } from '../freeze/field-plan.ts'
import { freezeDocument } from '../freeze/freeze-document.ts'
import type { Frozen } from './layout.ts'
import { a4, tinyPdf } from '@moqi/pdf/testing/tiny-pdf'
import { readModel } from '@moqi/pdf/graph/document-model'
import { appendIncrement, readForTests, sourceOf } from '@moqi/pdf/testing/increment'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import { ask, filesOnDisk, hasTool, opensslCms, signaturesIn } from '@moqi/trust/testing/foreign-judge'
import { signDocument } from './sign-document.ts'
import type { SignRequest } from './sign-request.ts'
import { disc, sample } from '../testing/signing-scene.ts'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'

const [openssl, qpdf, pdfsig, pdftoppm] = ['openssl', 'qpdf', 'pdfsig', 'pdftoppm'].map(hasTool)

/** Two parties; the first has two boxes to tick and a cross-page seal, the second a cross-page seal on odd pages. */
const plan: FieldPlan = {
  signatures: [
    {
      slot: 'moqi-0001',
      page: 1,
      box: { x: 30, y: 200, width: 42, height: 42 },
      locks: ['moqi-0003', 'moqi-0004', 'moqi-0005'],
    },
    { slot: 'moqi-0002', page: 1, box: { x: 90, y: 200, width: 42, height: 42 }, locks: ['moqi-0006'] },
  ],
  stamps: [],
  crossPageSeals: [
    { slot: 'moqi-0005', y: 60, size: 42 },
    { slot: 'moqi-0006', y: 150, size: 42, pages: [1, 3, 5] },
  ],
  texts: [],
  checkboxes: [
    { slot: 'moqi-0003', label: '同意分期付款', page: 1, box: { x: 30, y: 100, width: 5, height: 5 } },
    { slot: 'moqi-0004', label: '需要发票', page: 1, box: { x: 30, y: 110, width: 8, height: 5 } },
  ],
}

const on = await scene()
const root = on.root.key.identity.certificate
const { certifier, timestamps } = on
const notice = '测试证书，无法律效力'
const now = () => sceneTime

/** The document after both have signed: the first box ticked, the second not. */
async function signedByTwo(frozen: Frozen): Promise<Buffer> {
  const requests: Pick<SignRequest, 'signature' | 'crossPage' | 'checkboxes'>[] = [
    {
      signature: { slot: 'moqi-0001', image: disc(200) },
      crossPage: { slot: 'moqi-0005', image: disc(200) },
      checkboxes: [
        { slot: 'moqi-0003', checked: true },
        { slot: 'moqi-0004', checked: false },
      ],
    },
    { signature: { slot: 'moqi-0002', image: disc(180) }, crossPage: { slot: 'moqi-0006', image: disc(180) } },
  ]
  const parts = [frozen.bytes]
  let { head } = frozen
  for (const [index, request] of requests.entries()) {
    const signed = await signDocument(
      { key: await on.party(`签署人${index + 1}`), timestamps, font: notoSans() },
      { layout: frozen.layout, slots: frozen.slots, head },
      { signerName: '签署人', reason: '同意签署', at: sceneTime, ...request },
    )
    parts.push(signed.increment)
    head = signed.head
  }
  return Buffer.concat(parts)
}

const upload = sample('采购框架协议')
const frozen = await freezeDocument({ certifier, timestamps, now, notice }, upload, plan)
const pdf = await signedByTwo(frozen)

const newest = (bytes: Buffer) => {
  const view = readForTests(bytes).views.at(-1)
  const model = view && readModel(view)
  if (!model) throw new Error('no catalog')
  return model.fields
}
const numberOf = (name: string) => newest(pdf).find((field) => field.name === name)?.number ?? 0
const judge = (bytes: Buffer) => verifyPdf(bytes, { trustedRoots: [root], ownRoots: [root], now: sceneTime })

describe('a box to tick', () => {
  test('is frozen empty, read-only, with both its appearances', () => {
    const source = sourceOf(frozen.bytes, numberOf('moqi-0003'))
    expect(source).toMatch(/\/FT\/Btn\/Ff 1\//)
    expect(source).toMatch(/\/AP<<\/N<<\/Yes \d+ 0 R\/Off \d+ 0 R>>>>\/?/)
    expect(source).toContain('/V/Off/AS/Off')
  })

  test('ticked, changes its state and nothing else', () => {
    const before = sourceOf(frozen.bytes, numberOf('moqi-0003'))
    const after = sourceOf(pdf, numberOf('moqi-0003'))
    expect(after.replace('/V/Yes/AS/Yes', '/V/Off/AS/Off')).toBe(before)
    expect(after).toContain('/V/Yes/AS/Yes')
  })

  test('left empty, stays as it was frozen', () => {
    expect(sourceOf(pdf, numberOf('moqi-0004'))).toBe(sourceOf(frozen.bytes, numberOf('moqi-0004')))
  })

  test('is set by nobody but its own party', async () => {
    const request = {
      signature: { slot: 'moqi-0002', image: disc() },
      checkboxes: [{ slot: 'moqi-0003', checked: true }],
      signerName: '签署人',
      reason: '同意签署',
      at: sceneTime,
    }
    const signing = signDocument({ key: await on.party('签署人2'), font: notoSans() }, frozen, request)
    await expect(signing).rejects.toMatchObject({ reason: 'slot-not-locked', slot: 'moqi-0003' })
  })

  test('bears no second one of its name', async () => {
    const twice = { ...plan, checkboxes: [...(plan.checkboxes ?? []), ...(plan.checkboxes ?? [])] }
    const freezing = freezeDocument({ certifier, now }, tinyPdf({ pages: 6 }), twice)
    await expect(freezing).rejects.toMatchObject({ reason: 'slot-name' })
  })
})

describe('the document with ticks and two cross-page seals', () => {
  test('is valid for our verifier', async () => {
    const verdict = await judge(pdf)
    expect(verdict.reasonArray.filter(({ severity }) => severity === 'invalid')).toEqual([])
    expect(verdict).toMatchObject({ verdict: 'valid', revisionCount: 4 })
  })

  test.each([
    ['takes the tick away', 'moqi-0003', '/V/Yes/AS/Yes', '/V/Off/AS/Off'],
    ['ticks what was left empty', 'moqi-0004', '/V/Off/AS/Off', '/V/Yes/AS/Yes'],
  ])('is invalid once somebody %s', async (_, name, from, to) => {
    const number = numberOf(name)
    const verdict = await judge(appendIncrement(pdf, [{ number, body: sourceOf(pdf, number).replace(from, to) }]))
    expect(verdict.verdict).toBe('invalid')
    expect(verdict.reasonArray.map(({ code }) => code)).toContain('change-locked-field')
  })

  test.skipIf(!openssl)('convinces openssl of every signature (needs openssl)', () => {
    expect(signaturesIn(pdf).map((signature) => opensslCms(signature, root).code)).toEqual([0, 0, 0])
  })

  test.skipIf(!qpdf)('has no fault qpdf can find (needs qpdf)', () => {
    expect(ask('qpdf', '--check', filesOnDisk({ pdf }).pdf)).toMatchObject({ code: 0 })
  })

  test.skipIf(!pdfsig)('is intact for pdfsig (needs pdfsig)', () => {
    expect(ask('pdfsig', filesOnDisk({ pdf }).pdf).said.match(/Signature is Valid/g)).toHaveLength(3)
  })

  test.skipIf(!pdftoppm)('shows a tick in Poppler only where one was set (needs pdftoppm)', async () => {
    const blank = tinyPdf({ pages: 6, size: a4 })
    const drawn = await signedByTwo(await freezeDocument({ certifier, now }, blank, plan))
    const dark = (y: number) => {
      const { file } = renderBox(drawn, { x: 30, y, width: 8, height: 5 })
      return file.filter((value) => value < 100).length
    }
    expect(dark(100)).toBeGreaterThan(dark(110) * 1.2)
  })
})

describe('a cross-page seal smaller than its place', () => {
  test('keeps its true size and leaves ink on every page', async () => {
    const [seal] = frozen.slots.filter((slot) => slot.kind === 'crossPage')
    const increment = pdf.toString('latin1', frozen.bytes.length)
    const strips = increment.match(/re W n \/M gs [\d. -]+ cm \/I Do Q/g) ?? []
    // 96 px at 300 dpi are 23.04 pt, whatever the place's 42 mm.
    expect(strips.every((strip) => strip.includes('gs 23.04 0 0 23.04 '))).toBe(true)
    expect(strips).toHaveLength((seal?.slices.length ?? 0) + 3)
  })
})

/** Grey values of a box (mm) of page 1 as Poppler shows it at 200 dpi. */
function renderBox(bytes: Buffer, { x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  const paths = filesOnDisk({ pdf: bytes, picture: '' })
  const at = ['-x', dots(x), '-y', dots(y), '-W', dots(width), '-H', dots(height)]
  ask('pdftoppm', '-r', '200', '-gray', '-f', '1', '-l', '1', '-singlefile', ...at, paths.pdf, paths.picture)
  const file = readFileSync(`${paths.picture}.pgm`)
  return { file: file.subarray(file.indexOf('255\n') + 4) }
}

const dots = (mm: number) => String(Math.round((mm * 200) / 25.4))
