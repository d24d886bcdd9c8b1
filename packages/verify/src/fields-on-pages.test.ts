import { describe, expect, test } from 'vitest'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { appearance, docMdp, foreignPdf, numbers, signField } from '@moqi/form/testing/foreign-document'
import { appendIncrement, sourceOf, type WrittenObject } from '@moqi/pdf/testing/increment'
import { decisive } from './testing/reasons.ts'
import type { Verdict } from './verdict.ts'
import { verifyPdf } from './verify-pdf.ts'

/** Objects that stand in a place of the document and are read as something else through it (D3, D12, D17, D18, P16). */
const on = await scene()
const key = await on.party('甲方')
const { timestamps } = on
const { catalog, page, form, second, free } = numbers
const judge = (bytes: Buffer): Promise<Verdict> =>
  verifyPdf(bytes, { trustedRoots: [on.root.key.identity.certificate], now: sceneTime })
const sign = (bytes: Buffer, entries = '') => signField(bytes, { key, timestamps, entries })
const edited = (bytes: Buffer, number: number, from: string | RegExp, to: string): WrittenObject => ({
  number,
  body: sourceOf(bytes, number).replace(from, to),
})
const stream = (data: string, entries = '') => `<<${entries}/Length ${data.length}>>\nstream\n${data}\nendstream`
const sharedObject = 'invalid change-shared-object'

describe('a node of the field tree that stands on a page shows there', () => {
  const onPage = `/Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[0 0 300 400]/AP<</N 25 0 R>>`
  const nowhere = '/Type/Annot/Subtype/Widget/F 4/Rect[0 0 0 0]'
  const add = (signed: Buffer, nodes: WrittenObject[]) =>
    appendIncrement(signed, [
      ...nodes,
      { number: 25, body: appearance('FORGED') },
      edited(signed, form, '8 0 R]', `8 0 R ${free} 0 R]`),
      edited(signed, page, '8 0 R]', `8 0 R ${free} 0 R 22 0 R]`),
    ])

  test.each([
    [
      'with an invisible kid',
      [
        { number: free, body: `<</FT/Sig/T(new)${onPage}/Kids[21 0 R]>>` },
        { number: 21, body: `<</Parent 20 0 R${nowhere}>>` },
      ],
    ],
    [
      'with a named child and a widget of its own',
      [
        { number: free, body: '<</FT/Sig/T(new)/Kids[21 0 R 22 0 R]>>' },
        { number: 21, body: `<</T(child)/Parent 20 0 R${nowhere}>>` },
        { number: 22, body: `<</Parent 20 0 R${onPage}>>` },
      ],
    ],
  ])('%s', async (_, nodes) => {
    const signed = await sign(foreignPdf(), docMdp(2))
    expect(decisive(await judge(add(signed, nodes)))).toContain('invalid change-not-permitted')
  })

  test('a branch without a type is no place for a picture', async () => {
    const branch = [
      { number: free, body: `<</T(new)${onPage}/Kids[21 0 R]>>` },
      { number: 21, body: `<</FT/Sig/T(child)/Parent 20 0 R${nowhere}>>` },
    ]
    const signed = await sign(foreignPdf())
    expect(decisive(await judge(add(signed, branch)))).toContain('invalid change-form-structure')
  })
})

const pageWith = (data: string) =>
  stream(data, '/Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Annots[6 0 R 7 0 R 8 0 R]')

describe('an object with a place of its own', () => {
  test.each(['PieceInfo', 'Metadata'])('the catalog as the states of a stamp, of which one is /%s', async (state) => {
    const base = appendIncrement(foreignPdf({ [catalog]: `/${state} 21 0 R` }), [
      { number: free, body: `<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/AP<</N 1 0 R>>/AS/${state}>>` },
      { number: 21, body: stream('%<x:xmpmeta >\nBT (Pay 100) Tj ET', '/Subtype/Form/BBox[0 0 9 9]') },
      edited(foreignPdf(), page, '8 0 R]', `8 0 R ${free} 0 R]`),
    ])
    const later = stream('%<x:xmpmeta >\nBT (Pay 999) Tj ET', '/Subtype/Form/BBox[0 0 9 9]')
    expect(decisive(await judge(appendIncrement(await sign(base), [{ number: 21, body: later }])))).toContain(
      sharedObject,
    )
  })

  test.each(['K', 'MC0', 'Kids'])('a field as the layer /%s of a page', async (name) => {
    const base = appendIncrement(foreignPdf(), [
      edited(foreignPdf(), page, '/Resources<<', `/Resources<</Properties<</${name} ${second} 0 R>>`),
    ])
    const signed = await sign(base)
    const other = await signField(signed, { key, timestamps, field: 'second', number: 30 })
    expect(decisive(await judge(other))).toContain(sharedObject)
  })

  test('a page that is a stream as well', async () => {
    const signed = await sign(appendIncrement(foreignPdf(), [{ number: page, body: pageWith('BT (Pay 100) Tj ET') }]))
    const later = appendIncrement(signed, [{ number: page, body: pageWith('BT (Pay 999) Tj ET') }])
    expect(decisive(await judge(later))).toContain('invalid change-page-content')
  })

  test('is found by destinations, actions, structure and signatures without a second use', async () => {
    const structure = '/StructTreeRoot<</Type/StructTreeRoot/K[<</S/Form/K<</Type/OBJR/Obj 8 0 R>>>>]>>'
    const base = appendIncrement(foreignPdf({ [catalog]: `${structure}/OpenAction[3 0 R/Fit]` }), [
      { number: free, body: '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/Hide/T 8 0 R>>>>' },
      edited(foreignPdf(), page, '8 0 R]', `8 0 R ${free} 0 R]`),
    ])
    const reference = docMdp(2).replace('/Type/SigRef', '/Type/SigRef/Data 1 0 R')
    const other = await signField(await sign(base, reference), { key, timestamps, field: 'second', number: 30 })
    expect(decisive(await judge(other))).not.toContain(sharedObject)
  })
})

describe('D18: signing an empty field', () => {
  test.each([
    ['/Type/Annot', '/Type/OCMD'],
    ['/P 3 0 R', '/P 1 0 R'],
  ])('changes %s into nothing else', async (from, to) => {
    const signed = await sign(foreignPdf())
    const other = await signField(signed, { key, timestamps, field: 'second', number: 30 })
    expect(decisive(await judge(other))).toEqual([])
    const moved = await signField(signed, {
      key,
      timestamps,
      field: 'second',
      number: 30,
      objects: [
        { number: second, body: `${sourceOf(signed, second).replace(from, to).replace(/>>$/, '')}/V 30 0 R>>` },
      ],
    })
    expect(decisive(await judge(moved))).not.toEqual([])
  })
})

test('D27: an action whose kind is written elsewhere is an action', async () => {
  const signed = await sign(foreignPdf())
  const field = { number: free, body: `<</FT/Sig/T(new)/Rect[0 0 0 0]/A<</S 21 0 R/JS(x)>>>>` }
  const added = appendIncrement(signed, [
    field,
    { number: 21, body: '/JavaScript' },
    edited(signed, form, '8 0 R]', `8 0 R ${free} 0 R]`),
  ])
  expect(decisive(await judge(added))).toEqual(
    expect.arrayContaining(['invalid change-catalog', 'warning active-content']),
  )
})

describe('what is the same in other words', () => {
  test.each([
    ['apart', ' 21 0 R'],
    ['apart, with one more', ' 22 0 R'],
  ])('D29: fonts of the form written %s', async (_, reference) => {
    const signed = await sign(foreignPdf())
    const later = appendIncrement(signed, [
      edited(signed, form, '<</Helv 9 0 R>>', reference),
      { number: 21, body: '<</Helv 9 0 R>>' },
      { number: 22, body: '<</Helv 9 0 R/Other 9 0 R>>' },
    ])
    expect(decisive(await judge(later))).toEqual([])
  })

  test('D29: a font that gains an encoding is another font', async () => {
    const base = foreignPdf({ [form]: '' })
    const signed = await sign(appendIncrement(base, [edited(base, form, '9 0 R', '<</Type/Font/Subtype/Type1>>')]))
    const later = edited(signed, form, '/Subtype/Type1', '/Subtype/Type1/Encoding/MacRomanEncoding')
    expect(decisive(await judge(appendIncrement(signed, [later])))).toContain('invalid default-resources-changed')
  })

  test('D4: an entry that is null is none', async () => {
    const signed = await sign(foreignPdf({ [numbers.amount]: '/TU null' }))
    const later = edited(signed, numbers.amount, '/TU null', '')
    expect(decisive(await judge(appendIncrement(signed, [later])))).toEqual([])
  })
})
