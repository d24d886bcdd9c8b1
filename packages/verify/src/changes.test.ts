import { describe, expect, test } from 'vitest'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { appearance, docMdp, fieldMdp, foreignPdf, numbers, signField } from '@moqi/form/testing/foreign-document'
import { appendIncrement, sourceOf, type WrittenObject } from '@moqi/pdf/testing/increment'
import { decisive } from './testing/reasons.ts'
import type { Verdict } from './verdict.ts'
import { verifyPdf } from './verify-pdf.ts'

const on = await scene()
const key = await on.party('甲方')
const other = await on.party('乙方')
const { timestamps } = on
const trustedRoots = [on.root.key.identity.certificate]
const judge = (bytes: Buffer): Promise<Verdict> => verifyPdf(bytes, { trustedRoots, now: sceneTime })

const perms = (number: number) => ({
  number: numbers.catalog,
  body: `<</Type/Catalog/Pages 2 0 R/AcroForm 5 0 R/Perms<</DocMDP ${number} 0 R>>>>`,
})
const approval = await signField(foreignPdf(), { key, timestamps })
const certified = async (level: number) =>
  signField(foreignPdf(), { key, timestamps, entries: docMdp(level), objects: [perms(11)] })
const levels = { approval, 1: await certified(1), 2: await certified(2), 3: await certified(3) }

const edit = (number: number, from: string | RegExp, to: string) => (bytes: Buffer) => ({
  number,
  body: sourceOf(bytes, number).replace(from, to),
})
const write = (number: number, body: string) => () => ({ number, body })
const add = (number: number, entries: string) => edit(number, />>$/, `${entries}>>`)
const streamOf = (data: string) => `<</Length ${data.length}>>\nstream\n${data}\nendstream`
type Change = (bytes: Buffer) => WrittenObject
const apply = (bytes: Buffer, changes: Change[], trailer = '') =>
  appendIncrement(
    bytes,
    changes.map((change) => change(bytes)),
    trailer,
  )

const { catalog, page, content, form, first, amount, font, amountAppearance, free } = numbers
const note = (subtype: string) => [
  write(free, `<</Type/Annot/Subtype/${subtype}/Rect[0 0 300 400]>>`),
  edit(page, '/Annots[', `/Annots[${free} 0 R `),
]
const newSignatureField = (rect: string) => [
  write(free, `<</FT/Sig/T(third)/Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[${rect}]>>`),
  edit(page, '8 0 R]', `8 0 R ${free} 0 R]`),
  edit(form, '8 0 R]', `8 0 R ${free} 0 R]`),
]
const store = [
  write(free, '<</Type/DSS/Certs[21 0 R]>>'),
  write(21, streamOf(on.root.key.identity.certificate.toString('latin1'))),
  add(catalog, '/DSS 20 0 R'),
]

test('a signature by a trusted signer is valid, and the two fields beside it are left alone', async () => {
  const verdict = await judge(approval)
  expect(decisive(verdict)).toEqual([])
  expect(verdict).toMatchObject({ verdict: 'valid', pageCount: 1, revisionCount: 2 })
  expect(verdict.signatureArray).toMatchObject([
    { fieldName: 'first', kind: 'approval', coverage: 'whole-file', integrity: 'intact', permission: 'as-signed' },
  ])
})

const forbidden: [string, Change[], string][] = [
  ['D24: page content is replaced', [write(content, '<</Length 3>>\nstream\nq Q\nendstream')], 'change-page-content'],
  ['D24: a page gets another content', [edit(page, '4 0 R', '10 0 R')], 'change-page-content'],
  ['D24: a page is turned', [add(page, '/Rotate 180')], 'change-page-content'],
  [
    'D24: a page is added',
    [
      edit(2, '[3 0 R]/Count 1', '[3 0 R 20 0 R]/Count 2'),
      write(free, '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>'),
    ],
    'change-pages',
  ],
  ['D27: an action on opening is added', [add(catalog, '/OpenAction<</S/JavaScript/JS(x)>>')], 'change-catalog'],
  ['D27: a name tree is added', [add(catalog, '/Names<</EmbeddedFiles<<>>>>')], 'change-catalog'],
  ['D31: layers are added', [add(catalog, '/OCProperties<</OCGs[]/D<<>>>>')], 'change-layers'],
  [
    'D26: permissions are changed',
    [edit(catalog, /\/Perms<<[^>]*>>|(?=>>$)/, '/Perms<</UR3 4 0 R>>')],
    'change-catalog',
  ],
  ['D19: a signed seal gets another appearance', [add(first, '/AP<</N 10 0 R>>')], 'signature-appearance-changed'],
  ['D19, §3: a signature is taken out', [edit(first, '/V 11 0 R', '')], 'signature-removed'],
  ['D21: a field is moved', [edit(amount, '10 100', '10 200')], 'change-form-structure'],
  ['D21: a field is renamed', [edit(amount, '(amount)', '(total)')], 'change-form-structure'],
  [
    'D21: a new text field appears',
    [write(free, '<</FT/Tx/T(x)>>'), edit(form, '8 0 R]', '8 0 R 20 0 R]')],
    'change-form-structure',
  ],
  ['D22: a field is hidden', [edit(amount, '/F 4', '/F 2')], 'change-form-structure'],
  ['D22: a field is dropped', [edit(form, '7 0 R ', '')], 'change-form-structure'],
  ['D22: a widget is dropped from its page', [edit(page, '7 0 R ', '')], 'change-form-structure'],
  [
    'D22, D25: a widget is put on another place of the page as well',
    [edit(page, '8 0 R]', '8 0 R 6 0 R]')],
    'change-form-structure',
  ],
  ['D30: appearances are asked to be made anew', [add(form, '/NeedAppearances true')], 'change-form-structure'],
  [
    'D10: the security store holds something else',
    [...store.slice(0, 1), write(21, '<</Length 2>>\nstream\nq \nendstream'), add(catalog, '/DSS 20 0 R')],
    'dss-malformed',
  ],
]

describe.each(Object.entries(levels))('after a signature at level %s', (level, signed) => {
  test.each(forbidden)('%s: refused', async (_, changes, code) => {
    const verdict = await judge(apply(signed, changes))
    expect(verdict.verdict).toBe('invalid')
    expect(decisive(verdict)).toContain(`invalid ${code}`)
  })

  test('D4: rewriting objects as they are is no change', async () => {
    const same = [catalog, page, form, first, font].map((number) => edit(number, '', ''))
    expect(decisive(await judge(apply(signed, same)))).toEqual([])
  })

  test('D10: validation data may be added', async () => {
    const verdict = await judge(apply(signed, store))
    expect(verdict.verdict).toBe('valid')
    expect(verdict.reasonArray.map(({ code }) => code)).toContain('dss-updated')
  })

  test('D32: a font that the page uses is not replaced', async () => {
    const verdict = await judge(apply(signed, [edit(font, 'Helvetica', 'Courier')]))
    expect(verdict.verdict).toBe('invalid')
  })

  test('D18: signing the empty field is allowed except at level 1', async () => {
    const verdict = await judge(await signField(signed, { key: other, timestamps, field: 'second', number: 12 }))
    expect(decisive(verdict)).toEqual(level === '1' ? ['invalid change-not-permitted'] : [])
    expect(verdict.signatureArray.map(({ integrity }) => integrity)).toEqual(['intact', 'intact'])
  })

  test('P10: a new trailer key is a change', async () => {
    expect(decisive(await judge(apply(signed, [], '/FooBar 10 0 R')))).toContain('invalid trailer-key')
  })
})

const fill = [add(amount, '/V(100)'), write(amountAppearance, appearance('100'))]

describe('filling in (D20)', () => {
  const expected = {
    approval: 'indeterminate unsigned-fill',
    1: 'invalid change-not-permitted',
    2: 'warning unsigned-fill',
    3: 'warning unsigned-fill',
  }

  test.each(Object.entries(levels))('is judged by level %s when nobody signs it', async (level, signed) => {
    const verdict = await judge(apply(signed, fill))
    expect(decisive(verdict)).toEqual([Object.entries(expected).find(([name]) => name === level)?.[1]])
    expect(verdict.signatureArray[0]?.changedAfterwards).toEqual(['填写项“amount”被填写或修改'])
  })

  test.each([
    ['approval', approval],
    ['2', levels[2]],
  ] as const)('is fine at level %s when a later signature covers it', async (_, signed) => {
    const filled = {
      key: other,
      timestamps,
      field: 'second' as const,
      number: 12,
      objects: fill.map((change) => change(signed)),
    }
    const verdict = await judge(await signField(signed, filled))
    expect(decisive(verdict)).toEqual([])
    expect(verdict.reasonArray.map(({ code }) => code)).toContain('field-filled')
  })

  test.each([
    ['Include', ['amount'], true],
    ['Include', ['amo'], false],
    ['Exclude', ['first'], true],
    ['Exclude', ['amount'], false],
    ['All', [], true],
  ])('breaks a lock %s %j: %s (D6)', async (action, fields, breaks) => {
    const signed = await signField(foreignPdf(), { key, timestamps, entries: fieldMdp(action, fields) })
    const codes = decisive(await judge(apply(signed, fill)))
    expect(codes.includes('invalid change-locked-field')).toBe(breaks)
  })

  test.each(['(am\\204nt)', '<FEFF0061006D2014006E0074>', '<EFBBBF616DE280946E74>', '<FFFE61006D0014206E007400>'])(
    'breaks a lock that spells its name as %s (D6)',
    async (spelt) => {
      const base = apply(foreignPdf(), [edit(amount, '/T(amount)', '/T(am\\204nt)')])
      const entries = fieldMdp('Include').replace('/Fields[]', `/Fields[${spelt}]`)
      const signed = await signField(base, { key, timestamps, entries })
      expect(decisive(await judge(apply(signed, fill)))).toContain('invalid change-locked-field')
    },
  )

  test('with an appearance that the page also shows is refused (D3)', async () => {
    const shared = foreignPdf({ 3: '/Thumb 10 0 R' })
    const verdict = await judge(apply(await signField(shared, { key, timestamps }), fill))
    expect(decisive(verdict)).toContain('invalid change-shared-object')
  })

  test('with an appearance that an unknown trailer key also leads to is refused (D3, P10)', async () => {
    const signed = await signField(appendIncrement(foreignPdf(), [], '/FooBar 10 0 R'), { key, timestamps })
    const verdict = await judge(apply(signed, fill))
    expect(decisive(verdict)).toContain('invalid change-shared-object')
  })
})

describe('annotations (D23)', () => {
  test.each([
    ['approval', 'Text', 'invalid annotation-after-signature'],
    [2, 'Text', 'invalid annotation-after-signature'],
    [3, 'Text', 'warning annotation-can-hide-content'],
    [3, 'Stamp', 'indeterminate annotation-can-hide-content'],
  ] as const)('after level %s, a %s note: %s', async (level, subtype, expected) => {
    expect(decisive(await judge(apply(levels[level], note(subtype))))).toEqual([expected])
  })
})

describe('new signature fields (D15 to D17)', () => {
  test.each([
    ['approval', '0 0 0 0', ['warning signature-field-added']],
    ['approval', '0 0 90 90', ['warning signature-field-added']],
    [2, '0 0 0 0', ['warning signature-field-added']],
    [2, '0 0 90 90', ['invalid change-not-permitted']],
    [1, '0 0 0 0', ['invalid change-not-permitted']],
  ] as const)('at level %s, empty, with the rectangle %s', async (level, rect, expected) => {
    expect(decisive(await judge(apply(levels[level], newSignatureField(rect))))).toEqual(expected)
  })
})

test('P16, D5: a number that a signed page refers to is not defined later', async () => {
  const dangling = await signField(foreignPdf({ 3: '/Thumb 30 0 R' }), { key, timestamps })
  const verdict = await judge(apply(dangling, [write(30, appearance('late'))]))
  expect(decisive(verdict)).toContain('invalid change-page-content')
})

test('D11: validation data is not taken away again', async () => {
  const withStore = apply(approval, store)
  const verdict = await judge(apply(withStore, [edit(catalog, '/DSS 20 0 R', '')]))
  expect(decisive(verdict)).toContain('invalid change-catalog')
})

const stream = (data: string) => `<</Length ${data.length}>>\nstream\n${data}\nendstream`
const withMetadata = (data: string) =>
  apply(approval, [write(20, stream(data)), edit(catalog, '/Pages', '/Metadata 20 0 R/Pages')])

test('D14: properties may be rewritten as XMP, and as nothing else', async () => {
  const honest = withMetadata('<x:xmpmeta xmlns:x="adobe:ns:meta/"></x:xmpmeta>')
  expect(decisive(await judge(honest))).toEqual([])
  const replaced = apply(honest, [write(20, stream('q 1 g 0 0 300 400 re f Q'))])
  const entity = withMetadata('<!DOCTYPE x [<!ENTITY a "b">]><x:xmpmeta></x:xmpmeta>')
  for (const bytes of [withMetadata('q Q'), replaced, entity]) {
    expect(decisive(await judge(bytes))).toEqual(['invalid change-catalog'])
  }
})

test('B12: a certification after another signature is unclear', async () => {
  const objects = [{ number: catalog, body: '<</Type/Catalog/Pages 2 0 R/AcroForm 5 0 R/Perms<</DocMDP 12 0 R>>>>' }]
  const late = await signField(approval, {
    key: other,
    timestamps,
    field: 'second',
    number: 12,
    entries: docMdp(2),
    objects,
  })
  expect(decisive(await judge(late))).toEqual(['indeterminate certification-not-first'])
})

test('D1: a change that is undone again is still told', async () => {
  const changed = apply(approval, [edit(page, '4 0 R', '10 0 R')])
  const verdict = await judge(apply(changed, [edit(page, '10 0 R', '4 0 R')]))
  expect(verdict.signatureArray[0]?.changedAfterwards).toEqual(['第1页内容被替换'])
})
