import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { signDocument } from '../append/sign-document.ts'
import { disc, sample, threeParties } from '../testing/signing-scene.ts'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { RunningHash } from '../hashes/running-hash.ts'
import { tinyPdf } from '@moqi/pdf/testing/tiny-pdf'
import type { FieldPlan } from './field-plan.ts'
import { freezeDocument } from './freeze-document.ts'

const on = await scene()
const notice = '测试证书，无法律效力'
const deps = { certifier: on.certifier, timestamps: on.timestamps, now: () => sceneTime }
const box = { x: 10, y: 10, width: 20, height: 30 }
const oneSignature: FieldPlan = {
  signatures: [{ slot: 'moqi-1', page: 1, box }],
  stamps: [],
  crossPageSeals: [],
  texts: [],
}
const freezeTiny = (options: Parameters<typeof tinyPdf>[0], plan = oneSignature) =>
  freezeDocument(deps, tinyPdf(options), plan)

describe('a frozen document', async () => {
  const upload = sample('采购框架协议')
  const frozen = await freezeDocument({ ...deps, notice }, upload, threeParties)
  const added = frozen.increment.toString('latin1')

  test('begins with the upload, unchanged, and ends with the increment', () => {
    expect(frozen.bytes.subarray(0, upload.length).equals(upload)).toBe(true)
    expect(frozen.bytes.subarray(upload.length).equals(frozen.increment)).toBe(true)
  })

  test('has a head that describes it', () => {
    const sha256 = createHash('sha256').update(frozen.bytes).digest('hex')
    expect(frozen.head).toMatchObject({ length: frozen.bytes.length, sha256, used: [] })
    expect(RunningHash.resume(frozen.head.hashState).digest().toString('hex')).toBe(sha256)
    const section = frozen.bytes.toString('latin1', frozen.head.startxref, frozen.head.startxref + 4)
    expect(section).toBe(frozen.layout.xref === 'table' ? 'xref' : `${frozen.head.nextObject - 1} 0`.slice(0, 4))
  })

  test('is plain JSON beside its bytes', () => {
    const { layout, slots, head } = frozen
    expect(JSON.parse(JSON.stringify({ layout, slots, head }))).toEqual({ layout, slots, head })
  })

  test('has one slot for every planned place', () => {
    expect(frozen.slots.map(({ slot, kind }) => `${slot} ${kind}`)).toEqual([
      'moqi-0001 signature',
      'moqi-0002 signature',
      'moqi-0003 signature',
      'moqi-0004 stamp',
      'moqi-0005 crossPage',
      'moqi-0006 text',
      'moqi-0007 text',
    ])
  })

  test('is certified at level 2 by a signature nobody sees', () => {
    expect(added).toContain('/TransformMethod/DocMDP/TransformParams<</Type/TransformParams/P 2/V/1.2>>')
    expect(added).toMatch(/\/Perms <<\/DocMDP \d+ 0 R>>/)
    expect(added).toMatch(/\/T\(moqi-certification\)\/V \d+ 0 R\/F 132\/Rect\[0 841\.\d+ 0 841\.\d+\]/)
  })

  test('asks no viewer to draw anything', () => {
    expect(added).toContain('/SigFlags 3')
    expect(added).not.toContain('NeedAppearances')
  })

  test("fixes the first party's places with its lock", () => {
    expect(added).toContain(
      '/Lock<</Type/SigFieldLock/Action/Include/Fields[(moqi-0004)(moqi-0005)(moqi-0006)(moqi-0007)]>>',
    )
  })

  test('carries the notice once, and its words in the certification', () => {
    expect(frozen.head.images).toEqual({ notice: expect.any(Number) })
    expect(added).toContain(`/MoqiNotice ${frozen.head.images['notice']} 0 R`)
    expect(added).toContain('/ContactInfo<FEFF')
  })
})

const rectangleOn = async (rotate: number) => {
  const { increment } = await freezeTiny({ rotate })
  return /\/T\(moqi-1\)\/F 132\/Rect\[([^\]]*)\]/.exec(increment.toString('latin1'))?.[1]
}

test('a box is measured in millimetres from the top left of the page as displayed', async () => {
  expect(await rectangleOn(0)).toBe('28.346 186.614 85.039 271.654')
  expect(await rectangleOn(90)).toBe('28.346 28.346 113.386 85.039')
  expect(await rectangleOn(180)).toBe('114.961 28.346 171.654 113.386')
  expect(await rectangleOn(-90)).toBe('86.614 214.961 171.654 271.654')
})

test('a cross-page seal runs down the right edge of the chosen pages and stays on them', async () => {
  const plan = { ...oneSignature, crossPageSeals: [{ slot: 'moqi-2', y: 1000, size: 42, pages: [2, 4] }] }
  const { increment, slots } = await freezeTiny({ pages: 4 }, plan)
  const [, seal] = slots
  expect(seal).toMatchObject({
    kind: 'crossPage',
    slices: [
      { index: 0, count: 2 },
      { index: 1, count: 2 },
    ],
  })
  const widgets = increment.toString('latin1').match(/\/T\(\d\)\/Parent \d+ 0 R\/F 132\/Rect\[[^\]]*\]\/P \d+ 0 R/g)
  expect(widgets?.map((widget) => widget.replace(/\/Parent \d+ 0 R/, ''))).toEqual([
    '/T(2)/F 132/Rect[140.472 0 200 119.055]/P 4 0 R',
    '/T(4)/F 132/Rect[140.472 0 200 119.055]/P 6 0 R',
  ])
})

test.each(['table', 'stream'] as const)("the increment continues the upload's cross-reference %s", async (xref) => {
  const { layout, increment } = await freezeTiny({ xref })
  expect(layout).toMatchObject({ version: 1, xref, trailer: '/Root 1 0 R' })
  expect(increment.includes('\nxref\n')).toBe(xref === 'table')
  expect(increment.includes('/Type/XRef')).toBe(xref === 'stream')
})

const placedAt = (x: number) => ({ ...oneSignature, signatures: [{ slot: 'moqi-1', page: 1, box: { ...box, x } }] })

describe('refused', () => {
  test.each([
    ['bytes that are no PDF', '不是PDF', 'unreadable'],
    ['an encrypted file', '加密-用户口令', 'encrypted'],
    ['an owner password', '加密-仅所有者口令', 'encrypted'],
    ['a damaged file', '交叉引用损坏', 'not-appendable'],
    ['bytes behind the end', '尾部垃圾', 'not-appendable'],
    ['an empty file', '空文件', 'unreadable'],
  ])('%s', async (_, name, reason) => {
    const freezing = freezeDocument(deps, sample(`intake/${name}`), oneSignature)
    await expect(freezing).rejects.toMatchObject({ name: 'FreezeRefusal', reason })
  })

  test('a page that is not there', async () => {
    const plan = { ...oneSignature, signatures: [{ slot: 'moqi-1', page: 2, box }] }
    await expect(freezeTiny({}, plan)).rejects.toMatchObject({ reason: 'page-missing' })
    const seal = { ...oneSignature, crossPageSeals: [{ slot: 'moqi-2', y: 0, size: 40, pages: [1, 0] }] }
    await expect(freezeTiny({}, seal)).rejects.toMatchObject({ reason: 'page-missing' })
  })

  test('a box that hides beyond the edge of the page', async () => {
    // 200 pt are 70.6 mm.
    await expect(freezeTiny({}, placedAt(52))).rejects.toMatchObject({ reason: 'box' })
    await expect(freezeTiny({}, placedAt(-5))).rejects.toMatchObject({ reason: 'box' })
    expect((await freezeTiny({}, placedAt(51))).slots).toHaveLength(1)
  })

  test('an upload with fields of our names, at any depth', async () => {
    const form = { catalog: '/AcroForm<</Fields[4 0 R]>>' }
    const field = '<</FT/Tx/T(moqi-9)>>'
    await expect(freezeTiny({ ...form, objects: [field] })).rejects.toMatchObject({ reason: 'name-taken' })
    // Below another field its full name is form.moqi-9.
    const nested = await freezeTiny({ ...form, objects: ['<</FT/Tx/T(form)/Kids[5 0 R]>>', field] })
    expect(nested.slots).toHaveLength(1)
  })

  test('a document that was frozen before', async () => {
    const { bytes } = await freezeTiny({})
    await expect(freezeDocument(deps, bytes, oneSignature)).rejects.toMatchObject({ reason: 'name-taken' })
  })

  test('a document somebody else certified', async () => {
    const objects = [
      '<</FT/Sig/T(theirs)/V 5 0 R>>',
      '<</Type/Sig/ByteRange[0 1 2 3]/Reference[<</TransformMethod/DocMDP>>]>>',
    ]
    const theirs = freezeTiny({ catalog: '/AcroForm<</Fields[4 0 R]>>', objects })
    await expect(theirs).rejects.toMatchObject({ reason: 'certified' })
  })
})

describe('an upload that is signed already', async () => {
  const objects = ['<</FT/Sig/T(theirs)/V 5 0 R>>', '<</Type/Sig/ByteRange[0 1 2 3]>>', '<</Fields[4 0 R]/SigFlags 3>>']
  const upload = { catalog: '/AcroForm 6 0 R', objects }
  const frozen = await freezeDocument({ ...deps, notice }, tinyPdf(upload), oneSignature)

  test('takes signature fields and is not certified', () => {
    const added = frozen.increment.toString('latin1')
    expect(added).toContain('/T(moqi-1)')
    expect(added).not.toMatch(/DocMDP|\/DR|MoqiNotice/)
  })

  test('keeps its catalog when the form is an object of its own', () => {
    expect(frozen.increment.includes('1 0 obj\n<</Type /Catalog')).toBe(false)
    expect(frozen.increment.includes('6 0 obj\n<</Fields [4 0 R ')).toBe(true)
  })

  test('is recognised even when its signature is broken', async () => {
    const broken = ['<</FT/Sig/T(theirs)/V 5 0 R>>', '<</Type/Sig/Contents null>>', '<</Fields[4 0 R]>>']
    const { increment } = await freezeTiny({ ...upload, objects: broken })
    expect(increment.includes('DocMDP')).toBe(false)
  })

  test.each([
    ['stamps', { stamps: [{ slot: 'moqi-2', page: 1, box }] }],
    ['cross-page seals', { crossPageSeals: [{ slot: 'moqi-2', y: 0, size: 40 }] }],
    ['texts', { texts: [{ slot: 'moqi-2', label: '日期', page: 1, box, fontSize: 12 }] }],
  ])('takes no %s', async (_, more) => {
    await expect(freezeTiny(upload, { ...oneSignature, ...more })).rejects.toMatchObject({ reason: 'signed-already' })
  })

  test('gets the notice with the first signature', async () => {
    const { layout, slots, head } = frozen
    const request = { signature: { slot: 'moqi-1', image: disc() }, signerName: '张三', reason: '签署', at: sceneTime }
    const signed = await signDocument({ key: on.certifier, font: notoSans() }, { layout, slots, head }, request)
    expect(head.images).toEqual({})
    expect(signed.increment.includes(`/N ${signed.head.images['notice']} 0 R`)).toBe(true)
  })
})
