import { describe, expect, test } from 'vitest'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { appearance, docMdp, foreignPdf, numbers, signField, stampDocument } from '@moqi/form/testing/foreign-document'
import { appendIncrement, sourceOf } from '@moqi/pdf/testing/increment'
import { decisive } from './testing/reasons.ts'
import type { Verdict } from './verdict.ts'
import { verifyPdf } from './verify-pdf.ts'

/**
 * Allowed changes that are something else besides (D3): what each object is used for decides, not what it is called.
 */
const on = await scene()
const key = await on.party('甲方')
const { timestamps } = on
const { catalog, page, content, form, amount, amountAppearance, font, free } = numbers
const judge = (bytes: Buffer): Promise<Verdict> =>
  verifyPdf(bytes, { trustedRoots: [on.root.key.identity.certificate], now: sceneTime })
const sign = (bytes: Buffer, entries = '') => signField(bytes, { key, timestamps, entries })
const certified = (level: number) => sign(foreignPdf(), docMdp(level))
const stream = (data: string, entries = '') => `<<${entries}/Length ${data.length}>>\nstream\n${data}\nendstream`
const xmp = stream('<x:xmpmeta/>', '/Type/Metadata/Subtype/XML')

/** The form with page resources of its own making, and whatever else it needs. */
const withResources = (resources: string, more: Partial<Record<number, string>> = {}) =>
  appendIncrement(foreignPdf(more), [
    {
      number: page,
      body: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Resources<<${resources}>>/Annots[6 0 R 7 0 R 8 0 R]>>`,
    },
    { number: free, body: xmp },
  ])

describe('the information dictionary (D14)', () => {
  const info = { number: free, body: '<</Producer(x)/ModDate(D:20261120)>>' }

  test('may be written anew', async () => {
    const signed = await sign(appendIncrement(foreignPdf(), [info], `/Info ${free} 0 R`))
    expect(decisive(await judge(appendIncrement(signed, [info])))).toEqual([])
  })

  test('does not become what the page shows, to be changed later', async () => {
    const signed = await sign(foreignPdf())
    const renamed = appendIncrement(signed, [], `/Info ${content} 0 R`)
    expect(decisive(await judge(renamed))).toContain('invalid trailer-key')
    const shown = { number: content, body: stream('BT (FORGED) Tj ET') }
    expect(decisive(await judge(appendIncrement(renamed, [shown])))).toContain('invalid change-page-content')
  })

  test('does not become a font, to be changed later', async () => {
    const renamed = appendIncrement(await sign(foreignPdf()), [], `/Info ${font} 0 R`)
    const other = { number: font, body: '<</Type/Font/Subtype/Type1/BaseFont/Symbol>>' }
    expect(decisive(await judge(appendIncrement(renamed, [other])))).toContain('invalid change-shared-object')
  })

  test('is not also the resources of a page', async () => {
    const resources = { number: free, body: '<</XObject<</A 21 0 R>>>>' }
    const shown = { number: 21, body: appearance('100') }
    const base = appendIncrement(foreignPdf({ [page]: '/Group 20 0 R' }), [resources, shown], `/Info ${free} 0 R`)
    const forged = { number: 21, body: appearance('900') }
    expect(decisive(await judge(appendIncrement(await sign(base), [forged])))).toContain('invalid change-shared-object')
  })
})

describe('an object with a place of its own that is read as resources as well', () => {
  test('the catalog, whose metadata the page then shows', async () => {
    const base = withResources(`/XObject ${catalog} 0 R`, { [catalog]: `/Metadata ${free} 0 R` })
    const signed = await sign(base)
    expect(decisive(await judge(signed))).toEqual([])
    const shown = { number: free, body: stream('%<x:xmpmeta>\nBT (FORGED) Tj ET', '/Subtype/Form/BBox[0 0 9 9]') }
    expect(decisive(await judge(appendIncrement(signed, [shown])))).toContain('invalid change-shared-object')
    const elsewhere = { number: catalog, body: sourceOf(signed, catalog).replace('20 0 R', '21 0 R') }
    const replaced = appendIncrement(signed, [elsewhere, { ...shown, number: 21 }])
    expect(decisive(await judge(replaced))).toContain('invalid change-shared-object')
  })

  test('a field, whose value the page then shows', async () => {
    const base = withResources(`/XObject ${amount} 0 R`, { [amount]: `/V ${free} 0 R` })
    const signed = await sign(base, docMdp(2))
    const shown = { number: free, body: stream('BT (FORGED) Tj ET', '/Subtype/Form/BBox[0 0 9 9]') }
    expect(decisive(await judge(appendIncrement(signed, [shown])))).toContain('invalid change-shared-object')
  })

  test('is no second use where destinations of any name point at it', async () => {
    const base = foreignPdf({ [catalog]: '/Dests<</Font[3 0 R/Fit]/chapter[3 0 R/Fit]>>/Metadata 20 0 R' })
    const signed = await sign(appendIncrement(base, [{ number: free, body: xmp }]))
    const later = { number: free, body: stream('<x:xmpmeta> </x:xmpmeta>', '/Type/Metadata/Subtype/XML') }
    expect(decisive(await judge(appendIncrement(signed, [later])))).toEqual([])
  })
})

describe('keys of the form and the catalog written as references', () => {
  test('D30: appearances are asked to be made anew', async () => {
    const signed = await sign(foreignPdf())
    const asked = { number: form, body: sourceOf(signed, form).replace(/>>$/, `/NeedAppearances ${free} 0 R>>`) }
    const codes = decisive(await judge(appendIncrement(signed, [asked, { number: free, body: 'true' }])))
    expect(codes).toContain('invalid change-form-structure')
  })

  test.each([
    ['taken out', '/ESIC<</BaseVersion/1.7/ExtensionLevel 3>>', ['invalid change-catalog']],
    ['lowered', '/ADBE<</BaseVersion/1.7/ExtensionLevel 1>>', ['invalid change-catalog']],
    ['raised', '/ADBE<</BaseVersion/1.7/ExtensionLevel 8>>', []],
  ])('D13: a developer entry is %s in place', async (_, entries, expected) => {
    const extensions = (source: string) => ({ number: free, body: `<<${source}>>` })
    const base = appendIncrement(foreignPdf({ [catalog]: `/Extensions ${free} 0 R` }), [
      extensions('/ADBE<</BaseVersion/1.7/ExtensionLevel 3>>'),
    ])
    expect(decisive(await judge(appendIncrement(await sign(base), [extensions(entries)])))).toEqual(expected)
  })
})

/** The increment of a tool that adds a field. */
const addField = (entries: string) => (signed: Buffer) =>
  appendIncrement(signed, [
    { number: free, body: `<</FT/Sig/T(new)/Type/Annot/Subtype/Widget/P 3 0 R${entries}>>` },
    { number: form, body: sourceOf(signed, form).replace('8 0 R]', `8 0 R ${free} 0 R]`) },
    { number: page, body: sourceOf(signed, page).replace('8 0 R]', `8 0 R ${free} 0 R]`) },
    { number: 21, body: '<</S/Launch/F(calc.exe)>>' },
    { number: 22, body: appearance('FORGED') },
    { number: 23, body: '<</BBox[0 0 0 0]/Subtype/Form/Length 12>>\nstream\n% nothing \n\nendstream' },
  ])

describe('a new field', () => {
  test.each(['/AA<</E<</S/JavaScript/JS(x)>>>>', '/A 21 0 R', '/A<</S/Hide/T(amount)>>', '/PA<</S/URI>>'])(
    'D27: that acts by %s is refused',
    async (entries) => {
      const verdict = await judge(addField(`/F 132/Rect[0 0 0 0]${entries}`)(await sign(foreignPdf())))
      expect(decisive(verdict)).toContain('invalid change-catalog')
    },
  )

  test.each([
    ['NoView and Print', '/F 36/Rect[0 0 300 400]/AP<</N 22 0 R>>', 'invalid change-not-permitted'],
    ['Hidden', '/F 2/Rect[0 0 300 400]', 'invalid change-not-permitted'],
    ['of no area, with an appearance', '/F 4/Rect[0 0 0 0]/AP<</N 22 0 R>>', 'invalid change-not-permitted'],
    ['of no area, with an empty appearance', '/F 4/Rect[0 0 0 0]/AP<</N 23 0 R>>', 'warning signature-field-added'],
    ['of no area', '/F 4/Rect[0 0 0 0]', 'warning signature-field-added'],
  ])('D12, D15: %s', async (_, entries, expected) => {
    expect(decisive(await judge(addField(entries)(await certified(2))))).toContain(expected)
  })
})

test('D20: a time-stamp signs for nobody what was filled in before it', async () => {
  const signed = await sign(foreignPdf())
  const filled = appendIncrement(signed, [
    { number: amount, body: sourceOf(signed, amount).replace(/>>$/, '/V(900)>>') },
    { number: amountAppearance, body: appearance('900') },
  ])
  expect(decisive(await judge(await stampDocument(filled, timestamps, 30)))).toContain('indeterminate unsigned-fill')
})

test.each(['/Root 30 0 R', '/Size 9'])('P13: a trailer does not say %s a second time', async (again) => {
  const signed = await sign(foreignPdf())
  const forged = appendIncrement(signed, [{ number: 30, body: sourceOf(signed, catalog) }], again)
  expect(decisive(await judge(forged))).toContain('invalid structure-fault-after-signature')
  const prepared = await sign(appendIncrement(foreignPdf(), [], again))
  expect(decisive(await judge(prepared))).toContain('indeterminate duplicate-key')
})
