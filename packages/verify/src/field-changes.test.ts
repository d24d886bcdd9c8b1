import { describe, expect, test } from 'vitest'
import { certify, edited, extended, judge, sign, signSecond } from './testing/changes.ts'
import { appearance, fieldMdp, foreignPdf, numbers } from '@moqi/form/testing/foreign-document'
import { appendIncrement } from '@moqi/pdf/testing/increment'
import { defaultLimits } from '@moqi/pdf/limits'
import { obstaclesOf } from './testing/reasons.ts'
import { codesOf, decisive } from './testing/reasons.ts'

/** What becomes of fields behind a signature, by other writers and by forgers. */

const { catalog, page, form, amount, second, amountAppearance, free } = numbers
/** The second field signed with more changes of its own. */
const signOtherwise = (bytes: Buffer, change: (body: string) => string) =>
  signSecond(bytes, [{ number: second, body: change(extended(bytes, second, '/V 30 0 R').body) }])

/** Forms to start from, and changes to make in them. */

const filled = foreignPdf({ [amount]: '/V(100)' })
const flags = async (bytes: Buffer, was: number, is: number) =>
  appendIncrement(bytes, [edited(bytes, amount, `/F ${was}`, `/F ${is}`)])

const locked = (bytes: Buffer) => [extended(bytes, amount, '/Ff 1')]

const homeless = (rect: string) => {
  const base = foreignPdf()
  return appendIncrement(base, [
    edited(base, page, ' 8 0 R]', ']'),
    edited(base, second, /\/Rect\[[^\]]*\]/, `/Rect[${rect}]`),
  ])
}
const place = (bytes: Buffer) => edited(bytes, page, '7 0 R]', '7 0 R 8 0 R]')

const layered = appendIncrement(foreignPdf({ [catalog]: '/OCProperties<</OCGs[40 0 R]/D<<>>>>' }), [
  { number: 40, body: '<</Type/OCG/Name(layer)>>' },
])
const withAppearance = (dict: string) => (signed: Buffer) =>
  signSecond(signed, [
    extended(signed, second, `/V 30 0 R/AP<</N ${free} 0 R>>`),
    { number: free, body: appearance('B').replace('/Type/XObject', `/Type/XObject${dict}`) },
  ])

const tree = (parent: string) => {
  const base = foreignPdf()
  return appendIncrement(base, [
    edited(base, form, '6 0 R 7 0 R 8 0 R]', '6 0 R 7 0 R 50 0 R]'),
    { number: 50, body: '<</FT/Sig/T(second)/Kids[8 0 R]>>' },
    edited(base, second, '/FT/Sig/T(second)', parent),
  ])
}

const broken = ['invalid change-form-structure']

describe('D18, D20, D22: flags', () => {
  test.each([
    ['taken off paper', 4, 0],
    ['taken off the screen', 4, 36],
    ['shown when the pointer comes by', 36, 292],
    ['put on paper, where it was not on the screen', 32, 36],
  ])('a filled-in field is not %s', async (_, was, is) => {
    const base = appendIncrement(filled, [
      edited(filled, amount, '/F 4', `/F ${was}`),
      { number: amountAppearance, body: appearance('100') },
    ])
    const verdict = await judge(await signSecond(await flags(await sign(base), was, is)))
    expect(decisive(verdict)).toEqual(expect.arrayContaining(broken))
  })

  test('what is on the screen may be put on paper', async () => {
    const base = appendIncrement(filled, [
      edited(filled, amount, '/F 4', '/F 0'),
      { number: amountAppearance, body: appearance('100') },
    ])
    expect(decisive(await judge(await signSecond(await flags(await sign(base), 0, 4))))).toEqual([])
  })

  test.each([
    ['locked', '/F 132', []],
    ['no longer on paper', '/F 0', broken],
    ['hidden', '/F 6', broken],
  ])('a field that is signed is %s', async (_, flag, expected) => {
    const twice = await signOtherwise(await sign(), (body) => body.replace('/F 4', flag))
    expect(decisive(await judge(twice))).toEqual(expected)
  })

  test('and not brought to light', async () => {
    const base = appendIncrement(foreignPdf(), [edited(foreignPdf(), second, '/F 4', '/F 6')])
    const shown = await signOtherwise(await sign(base), (body) => body.replace('/F 6', '/F 4'))
    expect(decisive(await judge(shown))).toEqual(broken)
  })
})

describe('D20: writers that lock every field when somebody signs', () => {
  test('change nothing that anybody sees, whether or not somebody covers it', async () => {
    // What its appearance shows is not its value, and was so when it was signed.
    const signed = await sign(foreignPdf({ [amount]: '/V(100)' }))
    expect(decisive(await judge(await signSecond(signed, locked(signed))))).toEqual([])
    expect(decisive(await judge(appendIncrement(signed, locked(signed))))).toEqual([])
    const closed = await certify(1)
    expect(codesOf(await judge(appendIncrement(closed, locked(closed))), 'invalid')).toEqual(['change-not-permitted'])
  })

  test('also where fields are locked, and empty', async () => {
    const signed = await sign(foreignPdf(), fieldMdp('All', []))
    const both = [...locked(signed), extended(signed, second, '/Ff 1')]
    expect(decisive(await judge(appendIncrement(signed, both)))).toEqual([])
  })

  test('but no field becomes another kind of field', async () => {
    const signed = await sign()
    for (const flag of ['/Ff 3', '/Ff 4097']) {
      expect(decisive(await judge(appendIncrement(signed, [extended(signed, amount, flag)])))).toEqual(broken)
    }
    const was = await sign(foreignPdf({ [amount]: '/Ff 1' }))
    expect(decisive(await judge(appendIncrement(was, [edited(was, amount, '/Ff 1', '/Ff 0')])))).toEqual([
      'indeterminate unsigned-fill',
    ])
  })
})

describe('D16 to D18: a field that stood on no page', () => {
  test('is put on its page when it is signed, and counts as added when it shows', async () => {
    const hidden = await certify(2, homeless('0 0 0 0'))
    expect(decisive(await judge(await signSecond(hidden, [place(hidden)])))).toEqual([])
    const visible = await certify(2, homeless('110 10 200 60'))
    expect(decisive(await judge(await signSecond(visible, [place(visible)])))).toEqual([
      'indeterminate signature-field-added-after-certification',
    ])
  })

  test('and not otherwise', async () => {
    const signed = await sign(homeless('0 0 0 0'))
    expect(decisive(await judge(appendIncrement(signed, [place(signed)])))).toEqual(broken)
  })
})

describe('D31: what comes later cannot be switched off', () => {
  test.each<[string, (signed: Buffer) => Promise<Buffer>]>([
    ['an appearance', withAppearance('/OC 40 0 R')],
    ['marks in an appearance', withAppearance('/PieceInfo<</Properties<</P 40 0 R>>>>')],
    ['a field', (signed) => signOtherwise(signed, (body) => body.replace(/>>$/, '/OC 40 0 R>>'))],
  ])('%s', async (_, forge) => {
    const signed = await sign(layered)
    expect(decisive(await judge(await withAppearance('')(signed)))).toEqual([])
    expect(codesOf(await judge(await forge(signed)), 'invalid')).toContain('change-layers')
  })
})

describe('P16: both ways between a field and its widgets are one', () => {
  test.each([
    ['names its field', '/Parent 50 0 R', []],
    ['forgets it', '', []],
    ['names another one', '/Parent 7 0 R', ['readers-disagree']],
  ])('a widget that %s', async (_, parent, expected) => {
    const base = tree(parent)
    expect(obstaclesOf(base).map(({ code }) => code)).toEqual(expected)
    expect(codesOf(await judge(await sign(base)), 'indeterminate')).toEqual(expected)
  })

  test('a stamp is no widget of a field', async () => {
    const base = tree('/Parent 50 0 R')
    const stamped = appendIncrement(base, [edited(base, second, '/Subtype/Widget', '/Subtype/Stamp')])
    expect(obstaclesOf(stamped).map(({ code }) => code)).toEqual(['readers-disagree'])
  })

  test('later fields do not forget it', async () => {
    const signed = await sign()
    const added = (parent: string) =>
      appendIncrement(signed, [
        edited(signed, form, '8 0 R]', '8 0 R 50 0 R]'),
        { number: 50, body: '<</T(group)/Kids[51 0 R]>>' },
        { number: 51, body: `<</FT/Sig/T(third)${parent}>>` },
      ])
    expect((await judge(added('/Parent 50 0 R'))).verdict).toBe('valid')
    expect(codesOf(await judge(added('')), 'invalid')).toEqual(['structure-fault-after-signature'])
  })
})

test('§10: changes are never left out, there are only too many of them', async () => {
  const signed = await sign()
  const fields = Array.from({ length: 40 }, (_, at) => ({ number: 100 + at, body: `<</FT/Sig/T(x${at})>>` }))
  const listed = fields.map(({ number }) => `${number} 0 R`).join(' ')
  const flooded = appendIncrement(signed, [...fields, edited(signed, form, '8 0 R]', `8 0 R ${listed}]`)])
  expect((await judge(flooded)).verdict).toBe('valid')
  const verdict = await judge(flooded, { limits: { ...defaultLimits, facts: 30 } })
  expect([verdict.verdict, codesOf(verdict, 'indeterminate')]).toEqual(['indeterminate', ['budget-exceeded']])
  const pages = await judge(signed, { limits: { ...defaultLimits, pages: 0 } })
  expect(codesOf(pages, 'indeterminate')).toEqual(['budget-exceeded'])
})
