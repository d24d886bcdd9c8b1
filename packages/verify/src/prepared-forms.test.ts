import { describe, expect, test } from 'vitest'
import { edited, judge, sign, signSecond } from './testing/changes.ts'
import { appearance, foreignPdf, numbers } from '@moqi/form/testing/foreign-document'
import { appendIncrement, sourceOf, type WrittenObject } from '@moqi/pdf/testing/increment'
import { obstaclesOf } from './testing/reasons.ts'
import { codesOf, decisive } from './testing/reasons.ts'

/** Forms whose fields were left so that something can be made of them later. */

const { pages, page, form, amount, amountAppearance } = numbers
const appearanceOf = (content: string) =>
  `<</Type/XObject/Subtype/Form/BBox[0 0 20 20]/Length ${content.length}>>\nstream\n${content}\nendstream`
/** The amount as another field, with objects it needs. */
const amountAs = (entries: string, more: WrittenObject[] = [], base = foreignPdf()) =>
  appendIncrement(base, [
    {
      number: amount,
      body: `<<${entries}/T(amount)/Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[10 100 100 120]>>`,
    },
    ...more,
  ])

/** A box gets other appearances, covered by the next signature. */
const gain = async (base: Buffer, appearances: string, content: string) => {
  const signed = await sign(base)
  const body = sourceOf(signed, amount)
    .replace(/\/AP<<.*?>>>>/, '')
    .replace(/>>$/, `${appearances}>>`)
  const objects = [
    { number: amount, body },
    { number: 42, body: appearanceOf(content) },
  ]
  return decisive(await judge(await signSecond(signed, objects)))
}
const twoPages = () => {
  const base = foreignPdf()
  return appendIncrement(base, [
    edited(base, pages, '[3 0 R]/Count 1', '[3 0 R 40 0 R]/Count 2'),
    { number: 40, body: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Annots[]>>' },
  ])
}

const formBroken = ['invalid change-form-structure']
const contradicts = ['invalid appearance-contradicts-value']

describe('D29: values that readers draw themselves', () => {
  const helvetica = { number: 40, body: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>' }
  const grow = async (da: string, ap: string, name: string, base?: Buffer) => {
    const signed = await sign(amountAs(`/FT/Tx/V(100)${da}${ap}`, [], base))
    const objects = [edited(signed, form, '/Helv 9 0 R', `/Helv 9 0 R/${name} 40 0 R`), helvetica]
    return decisive(await judge(appendIncrement(signed, objects)))
  }

  test('get no font that was not there', async () => {
    expect(await grow('/DA(/Fx 12 Tf 0 g)', '', 'Fx')).toEqual(['invalid default-resources-changed'])
    expect(await grow('/DA(/F#78 12 Tf 0 g)', '', 'Fx')).toEqual(['invalid default-resources-changed'])
  })

  test('not even where the form had no fonts, or asks readers to draw what has an appearance', async () => {
    const bare = appendIncrement(foreignPdf(), [edited(foreignPdf(), form, /\/DR<<.*?>>>>/, '')])
    const signed = await sign(amountAs('/FT/Tx/V(100)/DA(/Helv 12 Tf 0 g)', [], bare))
    const given = edited(signed, form, />>$/, '/DR<</Font<</Helv 9 0 R>>>>>>')
    expect(decisive(await judge(appendIncrement(signed, [given])))).toEqual(['invalid default-resources-changed'])
    const asking = appendIncrement(foreignPdf(), [edited(foreignPdf(), form, />>$/, '/NeedAppearances true>>')])
    expect(await grow('/DA(/Fx 12 Tf 0 g)', '/AP<</N 10 0 R>>', 'Fx', asking)).toContain(
      'invalid default-resources-changed',
    )
  })

  test('but fonts that nothing waits for may come', async () => {
    expect(await grow('/DA(/Helv 12 Tf 0 g)', '', 'Fx')).toEqual([])
    expect(await grow('/DA(/Fx 12 Tf 0 g)', '/AP<</N 10 0 R>>', 'Fx')).toEqual([])
  })

  test('get no default appearance either', async () => {
    const plain = appendIncrement(foreignPdf(), [edited(foreignPdf(), form, /\/DA\(.*?\)/, '')])
    const given = async (base: Buffer) => {
      const signed = await sign(base)
      return decisive(await judge(appendIncrement(signed, [edited(signed, form, />>$/, '/DA(/Helv 0 Tf 1 g)>>')])))
    }
    expect(await given(amountAs('/FT/Tx/V(100)', [], plain))).toEqual(['invalid default-resources-changed'])
    expect(await given(plain)).toEqual([])
  })

  test('a dictionary that is several kinds of resources at once is none of them alone', async () => {
    const base = appendIncrement(foreignPdf(), [
      edited(foreignPdf(), form, /\/DR<<.*?>>>>/, '/DR<</Font 41 0 R>>'),
      { number: 41, body: '<</Helv 9 0 R/Self 41 0 R/Type/Font/Subtype/Type1/BaseFont/Courier>>' },
    ])
    const signed = await sign(base)
    const changed = appendIncrement(signed, [edited(signed, 41, />>$/, '/Encoding/MacRomanEncoding>>')])
    expect((await judge(changed)).verdict).toBe('invalid')
  })
})

describe('D20: boxes that are off', () => {
  const tick = '2 w 0 0 m 20 20 l S'
  const box = (appearances: string) =>
    amountAs(`/FT/Btn/V/Off/AS/Off${appearances}`, [{ number: 40, body: appearanceOf(tick) }])
  const onOnly = '/AP<</N<</Yes 40 0 R>>>>'

  test.each([
    ['the appearance of the other state', onOnly, '/AP<</N<</Yes 40 0 R/Off 40 0 R>>>>', tick],
    ['a tick', onOnly, '/AP<</N<</Yes 40 0 R/Off 42 0 R>>>>', '0 0 m 9 9 l 0 9 m 9 0 l S'],
    ['a tick, where there were no appearances', '', '/AP<</N<</Off 42 0 R>>>>', tick],
    ['a tick as the only appearance', '', '/AP<</N 42 0 R>>', tick],
    ['words', onOnly, '/AP<</N<</Yes 40 0 R/Off 42 0 R>>>>', 'BT /F 9 Tf (x) Tj ET'],
  ])('do not get %s', async (_, before, after, content) => {
    expect(await gain(box(before), after, content)).toEqual(contradicts)
  })

  test('may get nothing, or a frame', async () => {
    expect(await gain(box(onOnly), '/AP<</N<</Yes 40 0 R/Off 42 0 R>>>>', '')).toEqual([])
    expect(await gain(box(onOnly), '/AP<</N<</Yes 40 0 R/Off 42 0 R>>>>', 'q 1 g 0 0 20 20 re f Q')).toEqual([])
  })
})

describe('D20, D21: what can be filled in', () => {
  test.each(['', '/FT/Foo'])('is no field of the type %j', async (type) => {
    const signed = await sign(amountAs(`${type}/V(100)/AP<</N 10 0 R>>`))
    const shown = [{ number: amountAppearance, body: appearance('900') }]
    expect(decisive(await judge(await signSecond(signed, shown)))).toEqual(formBroken)
  })

  test('flags are those that the field has from its parent', async () => {
    const child = (own: string, flags: number) => {
      const base = foreignPdf()
      return appendIncrement(base, [
        { number: 40, body: `<</T(group)/FT/Tx/Ff ${flags}/Kids[7 0 R]>>` },
        edited(base, amount, '/FT/Tx', `/Parent 40 0 R${own}`),
        edited(base, form, '7 0 R', '40 0 R'),
      ])
    }
    const hidden = await sign(child('/Ff 0', 8192))
    expect(decisive(await judge(await signSecond(hidden, [edited(hidden, amount, '/Ff 0', '')])))).toEqual(formBroken)
    const shown = await sign(child('', 8192))
    expect(decisive(await judge(appendIncrement(shown, [edited(shown, amount, />>$/, '/Ff 1>>')])))).toEqual(formBroken)
    const locked = await sign(child('/Ff 0', 1))
    expect(decisive(await judge(await signSecond(locked, [edited(locked, amount, '/Ff 0', '')])))).toEqual([])
  })
})

describe('P16: what stands on pages', () => {
  test('a widget stands in one place', async () => {
    const signed = await sign(twoPages())
    const added = (annotations: string) =>
      appendIncrement(signed, [
        edited(signed, page, '8 0 R]', '8 0 R 50 0 R]'),
        edited(signed, 40, '/Annots[]', `/Annots[${annotations}]`),
        edited(signed, form, '8 0 R]', '8 0 R 50 0 R]'),
        { number: 50, body: '<</FT/Sig/T(third)/Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[9 9 99 99]>>' },
      ])
    expect((await judge(added(''))).verdict).toBe('valid')
    expect(codesOf(await judge(added('50 0 R')), 'invalid')).toEqual(['structure-fault-after-signature'])
    const before = appendIncrement(twoPages(), [edited(twoPages(), 40, '/Annots[]', '/Annots[8 0 R]')])
    expect(obstaclesOf(before).map(({ code }) => code)).toEqual(['page-tree-inconsistent'])
  })
})
