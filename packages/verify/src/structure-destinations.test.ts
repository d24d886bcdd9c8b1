import { describe, expect, test } from 'vitest'
import { foreignPdf, numbers } from '@moqi/form/testing/foreign-document'
import { appendIncrement, appendSection, type WrittenObject } from '@moqi/pdf/testing/increment'
import { certify, edited, extended, judge, sign, signSecond } from './testing/changes.ts'
import { decisive } from './testing/reasons.ts'

/** D33, D3: elements of the structure to which something leads, and what becomes of them behind a signature. */

const { catalog, page, form } = numbers
const [root, document, heading, parents, outlines, item] = [20, 21, 22, 23, 24, 25]

/** A tagged form: a heading in a document, and a note with an element of its own. */
const tagged = (more: { catalog?: string; heading?: string; root?: string; objects?: WrittenObject[] } = {}) => {
  const base = foreignPdf({ [catalog]: `/StructTreeRoot ${root} 0 R${more.catalog ?? ''}`, [page]: '/StructParents 0' })
  const nums = `0[${heading} 0 R]1 28 0 R`
  return appendIncrement(base, [
    edited(base, page, '8 0 R]', '8 0 R 27 0 R]'),
    { number: root, body: `<</K ${document} 0 R/ParentTree ${parents} 0 R/ParentTreeNextKey 2${more.root ?? ''}>>` },
    { number: document, body: `<</S/Document/P ${root} 0 R/K[${heading} 0 R 28 0 R]>>` },
    { number: heading, body: `<</S/H1/P ${document} 0 R/Pg 3 0 R/K[0]${more.heading ?? ''}>>` },
    { number: parents, body: `<</Nums[${nums}]>>` },
    { number: 27, body: '<</Type/Annot/Subtype/Text/F 4/StructParent 1/Rect[0 0 9 9]/Contents(x)>>' },
    { number: 28, body: `<</S/Annot/P ${document} 0 R/Pg 3 0 R/K<</Type/OBJR/Obj 27 0 R>>>>` },
    ...(more.objects ?? []),
  ])
}

const outlined = tagged({
  catalog: `/Outlines ${outlines} 0 R`,
  objects: [
    { number: outlines, body: `<</First ${item} 0 R/Last ${item} 0 R/Count 1>>` },
    { number: item, body: `<</Title(1)/Parent ${outlines} 0 R/Dest[3 0 R/Fit]/SE ${heading} 0 R>>` },
  ],
})
const goTo = `<</S/GoTo/D[3 0 R/Fit]/SD[${heading} 0 R/Fit]>>`
const linked = tagged({
  objects: [{ number: 29, body: `<</Type/Annot/Subtype/Link/F 4/Rect[0 0 9 9]/A ${goTo}>>` }],
})
const withLink = appendIncrement(linked, [edited(linked, page, '27 0 R]', '27 0 R 29 0 R]')])

const pointed = [
  ['an outline', outlined],
  ['a link', withLink],
  ['an action of the file', tagged({ catalog: `/OpenAction ${goTo}` })],
  ['a name', tagged({ catalog: `/Names<</Dests<</Names[(a)<</D[3 0 R/Fit]/SD[${heading} 0 R/Fit]>>]>>>>` })],
] as const

const kids = `/K[${heading} 0 R 28 0 R`
/** As iText adds a field: a new element behind those of the document, and the tree of parents written anew. */
const added = (bytes: Buffer): WrittenObject[] => [
  { number: 50, body: '<</FT/Sig/T(new)/Type/Annot/Subtype/Widget/StructParent 2/Rect[0 0 0 0]/P 3 0 R>>' },
  { number: 51, body: `<</S/Form/P ${document} 0 R/Pg 3 0 R/K[<</Type/OBJR/Obj 50 0 R>>]>>` },
  edited(bytes, form, '8 0 R]', '8 0 R 50 0 R]'),
  edited(bytes, page, '27 0 R', '27 0 R 50 0 R'),
  edited(bytes, document, kids, `${kids} 51 0 R`),
  { number: 52, body: `<</Nums[0 53 0 R 1 28 0 R 2 51 0 R]>>` },
  { number: 53, body: `[${heading} 0 R]` },
  edited(bytes, root, `${parents} 0 R/ParentTreeNextKey 2`, '52 0 R/ParentTreeNextKey 3'),
]

const replaced = (objects: WrittenObject[], one: WrittenObject) =>
  objects.map((object) => (object.number === one.number ? one : object))

describe('an element to which something leads', () => {
  test.each(pointed)('takes new fields beside it: %s', async (_, base) => {
    const signed = await sign(base)
    expect(decisive(await judge(await signSecond(signed, added(signed))))).toEqual(['warning signature-field-added'])
  })

  test.each(pointed)('keeps what it says and where it is: %s', async (_, base) => {
    const signed = await sign(base)
    const inFront = edited(signed, document, kids, kids.replace('[', '[51 0 R '))
    for (const objects of [
      [...added(signed), extended(signed, heading, '/ActualText(900)')],
      [...added(signed), extended(signed, heading, '/Alt(900)')],
      [...added(signed), extended(signed, heading, '/E(900)')],
      [...added(signed), edited(signed, heading, '/K[0]', '/K[1]')],
      [...added(signed), edited(signed, heading, `/P ${document} 0 R`, `/P ${root} 0 R`)],
      replaced(added(signed), inFront),
    ]) {
      expect(decisive(await judge(await signSecond(signed, objects)))).toContain('invalid change-page-content')
    }
  })

  test.each([
    ['another element', `/SE ${heading} 0 R`, '/SE 28 0 R'],
    ['another page', '/Dest[3 0 R', '/Dest[2 0 R'],
  ])('stays what an outline leads to, and not %s', async (_, from, to) => {
    const signed = await sign(outlined)
    const objects = [...added(signed), edited(signed, item, from, to)]
    expect(decisive(await judge(await signSecond(signed, objects)))).toContain('invalid change-catalog')
  })

  test('stays what a link leads to', async () => {
    const signed = await sign(withLink)
    const objects = [...added(signed), edited(signed, 29, `/SD[${heading} 0 R`, '/SD[28 0 R')]
    expect(decisive(await judge(await signSecond(signed, objects)))).toContain('invalid annotation-after-signature')
  })

  test('is no element alone where a page finds what it shows under its number', async () => {
    const base = tagged({ heading: '/Type/Font/Subtype/Type1/BaseFont/Helvetica' })
    const twofold = appendIncrement(base, [edited(base, page, '/F 9 0 R', `/F 9 0 R/G ${document} 0 R`)])
    const signed = await sign(twofold)
    expect(decisive(await judge(await signSecond(signed, added(signed))))).toContain('invalid change-shared-object')
  })
})

const freed = (bytes: Buffer, objects: WrittenObject[]) =>
  appendSection(appendIncrement(bytes, objects), '28 1\n0000000000 00001 f \n', '/Size 60')
const removed = (bytes: Buffer) => [
  edited(bytes, page, ' 27 0 R', ''),
  edited(bytes, document, ' 28 0 R]', ']'),
  { number: 52, body: `<</Nums[0[${heading} 0 R]]>>` },
  edited(bytes, root, `${parents} 0 R/`, '52 0 R/'),
  { number: 28, body: 'null' },
]

describe('annotations of a tagged file at level 3 (D23)', () => {
  const warned = ['warning annotation-can-hide-content']
  const note = { number: 50, body: '<</Type/Annot/Subtype/Text/F 4/StructParent 2/Rect[0 0 9 9]>>' }
  const noted = (bytes: Buffer) => [note, ...added(bytes).filter(({ number }) => ![note.number, form].includes(number))]

  test.each(pointed)('come, change and go with their elements: %s', async (_, base) => {
    const signed = await certify(3, base)
    for (const objects of [
      noted(signed),
      removed(signed),
      [edited(signed, 27, '(x)', '(y)'), edited(signed, root, 'NextKey 2', 'NextKey 3')],
    ]) {
      expect(decisive(await judge(appendIncrement(signed, objects)))).toEqual(warned)
    }
  })

  test('and not at level 2', async () => {
    const signed = await certify(2, outlined)
    for (const objects of [noted(signed), removed(signed)]) {
      expect(decisive(await judge(appendIncrement(signed, objects)))).toContain('invalid annotation-after-signature')
    }
  })

  test.each([
    ['the element of text', (bytes: Buffer) => [edited(bytes, document, `${heading} 0 R 28`, '28')]],
    ['the element of a note that stays', (bytes: Buffer) => removed(bytes).slice(1)],
    ['what a note that stays belongs to', (bytes: Buffer) => removed(bytes).slice(2, 4)],
    ['what text belongs to', (bytes: Buffer) => replaced(removed(bytes), { number: 52, body: '<</Nums[]>>' })],
    ['what a note says in another way', (bytes: Buffer) => [extended(bytes, 28, '/ActualText(900)')]],
  ])('do not take away %s', async (_, objects) => {
    const signed = await certify(3, outlined)
    expect(decisive(await judge(appendIncrement(signed, objects(signed))))).toContain('invalid change-page-content')
  })

  test('an element to which nothing leads any more may be freed, and no other', async () => {
    const signed = await certify(3, outlined)
    const objects = removed(signed).slice(0, -1)
    expect(decisive(await judge(freed(signed, objects)))).toEqual(warned)
    const kept = objects.filter(({ number }) => number !== document)
    expect(decisive(await judge(freed(signed, kept)))).toContain('invalid change-page-content')
  })
})

const stream = (data: string) => `<</Length ${data.length}>>\nstream\n${data}\nendstream`

describe('what is behind the structure', () => {
  test('an element that only its text leads to says what it said', async () => {
    const base = tagged()
    const orphaned = appendIncrement(base, [edited(base, document, `${heading} 0 R `, '')])
    const signed = await sign(orphaned)
    const later = appendIncrement(signed, [extended(signed, heading, '/ActualText(900)')])
    expect(decisive(await judge(later))).toContain('invalid change-page-content')
  })

  test.each([
    ['words for content', '2[51 0 R]', '<</S/P/P 21 0 R/ActualText(900)>>', false],
    ['words for more content of a page', '', '<</S/P/P 21 0 R/ActualText(900)>>', false],
    ['the element that holds the content', '2[22 0 R]', '<<>>', true],
    ['an element that holds other content', `2[null null 22 0 R]`, '<<>>', false],
    ['nothing', '2[]', '<<>>', true],
  ])('the tree of parents grows by no words: %s', async (_, entry, body, isFine) => {
    const signed = await sign(tagged())
    const ofPage = `0[${heading} 0 R${entry === '' ? ' 51 0 R' : ''}]`
    const grown = edited(signed, parents, /Nums\[.*\]/, `Nums[${ofPage}1 28 0 R ${entry}]`)
    const later = appendIncrement(signed, [grown, { number: 51, body }])
    expect(decisive(await judge(later)).includes('invalid change-page-content')).toBe(!isFine)
  })

  test('data of the structure stays, byte for byte', async () => {
    const signed = await sign(tagged({ root: '/AF 40 0 R', objects: [{ number: 40, body: stream('100') }] }))
    const later = appendIncrement(signed, [{ number: 40, body: stream('900') }])
    expect(decisive(await judge(later))).toContain('invalid change-page-content')
  })

  test('an element gets a page with its first object, and no other page', async () => {
    const plain = await sign(tagged())
    const withPage = edited(plain, document, kids, `/Pg 3 0 R${kids} 51 0 R`)
    expect(decisive(await judge(await signSecond(plain, replaced(added(plain), withPage))))).toEqual([
      'warning signature-field-added',
    ])
    const led = await sign(outlined)
    const ledAway = edited(led, document, kids, `/Pg 3 0 R${kids} 51 0 R`)
    expect(decisive(await judge(await signSecond(led, replaced(added(led), ledAway))))).toContain(
      'invalid change-page-content',
    )
    const other = edited(plain, heading, '/Pg 3 0 R', '/Pg 2 0 R')
    expect(decisive(await judge(appendIncrement(plain, [other])))).toContain('invalid change-page-content')
  })
})
