import { describe, expect, test } from 'vitest'
import { certify, edited, judge, sign } from './testing/changes.ts'
import { appearance, foreignPdf, numbers } from '@moqi/form/testing/foreign-document'
import { appendIncrement } from '@moqi/pdf/testing/increment'
import { codesOf, decisive } from './testing/reasons.ts'

/** Notes, stamps and what else level 3 leaves to others (D23, D24). */

const { page, free } = numbers
const note = (subtype: string, more = '') => `<</Type/Annot/Subtype/${subtype}/F 4/Rect[0 0 9 9]${more}>>`
/** With annotation 50 and its look 51. */
const annotated = (subtype: string) => {
  const base = foreignPdf()
  return appendIncrement(base, [
    edited(base, page, '8 0 R]', '8 0 R 50 0 R]'),
    { number: 50, body: note(subtype, '/AP<</N 51 0 R>>') },
    { number: 51, body: appearance('100') },
  ])
}
const order = (bytes: Buffer, tabs: string) => appendIncrement(bytes, [edited(bytes, page, />>$/, `/Tabs/${tabs}>>`)])
const warned = ['warning annotation-can-hide-content']
const open = ['indeterminate annotation-can-hide-content']

describe('D23: at level 3', () => {
  test.each([
    ['Text', warned],
    ['Square', warned],
    ['PolyLine', warned],
    ['Stamp', open],
    ['FreeText', open],
    ['Link', open],
  ])('%s', async (subtype, expected) => {
    const signed = await certify(3, annotated(subtype))
    for (const objects of [
      [edited(signed, page, ' 50 0 R]', ']')],
      [edited(signed, page, ' 50 0 R]', ']'), { number: 50, body: 'null' }],
      [{ number: 51, body: appearance('900') }],
    ]) {
      expect(decisive(await judge(appendIncrement(signed, objects)))).toEqual(expected)
    }
    const empty = await certify(3)
    const added = [
      edited(empty, page, '8 0 R]', `8 0 R ${free} 0 R]`),
      { number: free, body: note(subtype, `/AP<</N ${free + 1} 0 R>>`) },
      { number: free + 1, body: appearance('900') },
    ]
    expect(decisive(await judge(appendIncrement(empty, added)))).toEqual(expected)
  })

  test('a look that is something else besides is no look', async () => {
    const base = annotated('Text')
    const twofold = appendIncrement(base, [edited(base, numbers.amount, '/N 10 0 R', '/N 51 0 R')])
    const signed = await certify(3, twofold)
    const changed = appendIncrement(signed, [{ number: 51, body: appearance('900') }])
    expect(codesOf(await judge(changed), 'invalid')).toContain('change-shared-object')
  })

  test.each([
    ['with its note', `/Parent ${free} 0 R`, warned],
    ['of a stamp', '/Parent 50 0 R', open],
    ['of nothing', '', open],
  ])('a pop-up %s', async (_, parent, expected) => {
    const signed = await certify(3, annotated('Stamp'))
    const added = [
      edited(signed, page, '50 0 R]', `50 0 R ${free} 0 R ${free + 1} 0 R]`),
      { number: free, body: note('Text') },
      { number: free + 1, body: note('Popup', parent) },
    ]
    expect(decisive(await judge(appendIncrement(signed, added)))).toEqual(expected)
  })

  test('D24: pages may get another order of their fields, and nowhere else', async () => {
    expect(decisive(await judge(order(await certify(3), 'R')))).toEqual([])
    expect(decisive(await judge(order(await certify(2), 'R')))).toEqual(['invalid change-page-content'])
    expect(decisive(await judge(order(await certify(2), 'S')))).toEqual([])
  })
})

test('D23: whoever signed without such a level allows none of it', async () => {
  const signed = await sign(annotated('Text'))
  const changed = appendIncrement(signed, [{ number: 51, body: appearance('900') }])
  expect(decisive(await judge(changed))).toEqual(['invalid annotation-after-signature'])
})
