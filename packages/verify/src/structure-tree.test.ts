import { describe, expect, test } from 'vitest'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { foreignPdf, numbers, signField } from '@moqi/form/testing/foreign-document'
import { appendIncrement, sourceOf, type WrittenObject } from '@moqi/pdf/testing/increment'
import { decisive } from './testing/reasons.ts'
import { verifyPdf } from './verify-pdf.ts'

/** D33: the structure of a tagged file grows by the elements of new widgets, and what it says of the text stays. */
const on = await scene()
const key = await on.party('甲方')
const { catalog, page, form } = numbers
const judge = (bytes: Buffer) => verifyPdf(bytes, { trustedRoots: [on.root.key.identity.certificate], now: sceneTime })

const tagged = appendIncrement(
  foreignPdf({ [catalog]: '/StructTreeRoot 20 0 R/MarkInfo<</Marked true>>', [page]: '/StructParents 0' }),
  [
    { number: 20, body: '<</Type/StructTreeRoot/K[21 0 R]/ParentTree 22 0 R/ParentTreeNextKey 1>>' },
    { number: 21, body: '<</Type/StructElem/S/P/P 20 0 R/Pg 3 0 R/K 0>>' },
    { number: 22, body: '<</Nums[0[21 0 R]]>>' },
  ],
)
const signed = await signField(tagged, { key, timestamps: on.timestamps })
const edited = (number: number, from: string, to: string): WrittenObject => ({
  number,
  body: sourceOf(signed, number).replace(from, to),
})
const element = (entries: string) => ({ number: 41, body: `<</Type/StructElem/S/Form/P 20 0 R${entries}>>` })
const withElement = edited(20, '/K[21 0 R]', '/K[21 0 R 41 0 R]')

describe('the structure of a signed file (D33)', () => {
  test('takes the element of a new widget and its parent', async () => {
    const field = { number: 40, body: '<</FT/Sig/T(new)/Type/Annot/Subtype/Widget/Rect[0 0 0 0]/P 3 0 R>>' }
    const later = appendIncrement(signed, [
      field,
      element('/Alt(Seal)/K<</Type/OBJR/Obj 40 0 R>>'),
      edited(form, '8 0 R]', '8 0 R 40 0 R]'),
      edited(page, '8 0 R]', '8 0 R 40 0 R]'),
      edited(22, '[21 0 R]', '[21 0 R]1 41 0 R'),
      withElement,
    ])
    expect(decisive(await judge(later))).toEqual(['warning signature-field-added'])
  })

  test.each([
    ['words for what is there', [element('/Pg 3 0 R/K 0/ActualText(Pay 999)'), withElement]],
    ['an element for what is there', [element('/Pg 3 0 R/K 0'), withElement]],
    ['marked content in a dictionary', [element('/K<</Type/MCR/Pg 3 0 R/MCID 0>>'), withElement]],
    ['an object that is no widget', [element('/K<</Type/OBJR/Obj 4 0 R>>'), withElement]],
    ['another parent', [element(''), withElement, edited(22, '21 0 R', '41 0 R')]],
    [
      'a parent before the one that stands there',
      [element(''), withElement, edited(22, '[21 0 R]', '[41 0 R 21 0 R]')],
    ],
    ['a parent under the same key', [element(''), withElement, edited(22, '0[21 0 R]', '0[41 0 R]0[21 0 R]')]],
    ['other words of an element', [edited(21, '/K 0', '/K 0/Alt(Pay 999)')]],
  ])('does not take %s', async (_, objects) => {
    expect(decisive(await judge(appendIncrement(signed, objects)))).toContain('invalid change-page-content')
  })
})
