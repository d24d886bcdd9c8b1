import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { signDigest } from '@moqi/trust/cms/signed-data'
import { openPageImages, type Renderer } from '@moqi/pdf/page-image/render-page'
import type { Pixels } from '@moqi/pdf/images/png'
import { docMdp, foreignPdf, numbers, signField } from '@moqi/form/testing/foreign-document'
import { appendIncrement, appendSignature, sourceOf, type WrittenObject } from '@moqi/pdf/testing/increment'
import { defaultLimits } from '@moqi/pdf/limits'
import type { Verdict } from '../verdict.ts'
import { type VerifyOptions, verifyPdf } from '../verify-pdf.ts'

const corpus = process.env.MOQI_CORPUS ?? fileURLToPath(new URL('../../../../../shared/corpus', import.meta.url))
const renderer = await openPageImages()
afterAll(() => renderer.close())

const on = await scene()
const key = await on.party('甲方')
const other = await on.party('乙方')
const { timestamps } = on
const trustedRoots = [on.root.key.identity.certificate]
const judge = (bytes: Buffer, more: Partial<VerifyOptions> = {}): Promise<Verdict> =>
  verifyPdf(bytes, { trustedRoots, now: sceneTime, renderer, pictures: 3, ...more })
const codes = ({ reasonArray }: Verdict) => reasonArray.map(({ code }) => code)
const changed = ({ changedPages }: Verdict) => changedPages?.map(({ page }) => page)

const signed = await signField(foreignPdf(), { key, timestamps })

const signWith = (objects: WrittenObject[]) =>
  appendSignature(signed, {
    number: 30,
    entries: "/M(D:20261120110405+08'00')",
    objects,
    cms: (digest) => signDigest({ key: other, timestamps }, digest),
  })

const appearance = (content: string) =>
  `<</Type/XObject/Subtype/Form/BBox[0 0 280 60]/Length ${content.length}>>\nstream\n${content}\nendstream`

const extended = (number: number, entry: string) => ({
  number,
  body: sourceOf(signed, number).replace(new RegExp(`/${entry}\\[([^\\]]*)\\]`), `/${entry}[$1 31 0 R]`),
})

/** A second signature in a field that was not there before, over the word on the page. */
function signOver(content: string): Promise<Buffer> {
  const widget = '/Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[10 290 290 350]'
  return signWith([
    { number: 31, body: `<</FT/Sig/T(later)${widget}/V 30 0 R/AP<</N 32 0 R>>>>` },
    { number: 32, body: appearance(content) },
    extended(numbers.form, 'Fields'),
    extended(numbers.page, 'Annots'),
  ])
}

const shownIn = async (content: string, everyLook = false) =>
  (await judge(await signOver(content), { everyLook })).changedPages

const grey = (value: number): Pixels => ({
  width: 60,
  height: 80,
  channels: 4,
  data: new Uint8Array(60 * 80 * 4).fill(value),
})

const whiteSheet = '1 g 0 0 280 60 re f'

describe('honest changes', () => {
  test('a second party that signs where it should changes nothing elsewhere', async () => {
    const field = sourceOf(signed, numbers.second).replace(/>>$/, '/V 30 0 R/AP<</N 32 0 R>>>>')
    const twice = await signWith([
      { number: numbers.second, body: field },
      { number: 32, body: appearance('1 0 0 rg 0 0 280 60 re f') },
    ])
    const verdict = await judge(twice)
    expect([verdict.verdict, changed(verdict)]).toEqual(['valid', undefined])
    const before = await renderer.render(signed, 1, 300)
    expect((await renderer.render(twice, 1, 300)).equals(before)).toBe(false)
  })

  test('a seal whose strokes cross the words hides nothing', async () => {
    const verdict = await judge(await signOver('1 0 0 RG 6 w 20 10 200 40 re S'))
    expect([verdict.verdict, changed(verdict)]).toEqual(['valid', undefined])
  })

  test('what is in no picture is not drawn', async () => {
    const never: Renderer = { ...renderer, draw: () => Promise.reject(new Error('drawn')) }
    const info = appendIncrement(signed, [{ number: 40, body: '(nobody refers to it)' }])
    for (const bytes of [signed, info]) {
      const verdict = await judge(bytes, { renderer: never })
      expect([verdict.verdict, codes(verdict).includes('visual-partial')]).toEqual(['valid', false])
    }
  })
})

describe('dishonest changes', () => {
  test('an added signature that covers words with paper is named', async () => {
    const verdict = await judge(await signOver(whiteSheet))
    expect(verdict.verdict).toBe('invalid')
    expect(codes(verdict)).toContain('signature-appearance-hides-content')
    expect((await judge(await signOver(whiteSheet), { renderer: undefined })).verdict).toBe('valid')
  })

  test.each([
    ['over words', '10 290 290 350', 'invalid'],
    ['beside them', '10 200 290 260', 'valid'],
  ])('a note of paper colour, allowed at level 3, %s (D23)', async (_, rect, expected) => {
    const perms = '<</Type/Catalog/Pages 2 0 R/AcroForm 5 0 R/Perms<</DocMDP 11 0 R>>>>'
    const objects = [{ number: numbers.catalog, body: perms }]
    const certified = await signField(foreignPdf(), { key, timestamps, entries: docMdp(3), objects })
    const note = `<</Type/Annot/Subtype/Highlight/F 4/Rect[${rect}]/AP<</N 32 0 R>>>>`
    const verdict = await judge(
      appendIncrement(certified, [
        { number: 31, body: note },
        { number: 32, body: appearance(whiteSheet) },
        { ...extended(numbers.page, 'Annots') },
      ]),
    )
    expect(verdict.verdict).toBe(expected)
    expect(codes(verdict)).toContain('annotation-can-hide-content')
    expect(codes(verdict).includes('annotation-after-signature')).toBe(expected === 'invalid')
  })

  test('another text on the page is shown as it was and as it is', async () => {
    const content = sourceOf(signed, numbers.content).replace('Contract', 'Contrast')
    const verdict = await judge(appendIncrement(signed, [{ number: numbers.content, body: content }]))
    expect(codes(verdict)).toEqual(expect.arrayContaining(['change-page-content', 'visual-change-outside-fields']))
    expect(changed(verdict)).toEqual([1])
    const [page] = verdict.changedPages ?? []
    expect(page?.signed).toEqual(await renderer.render(signed, 1, 1000))
    expect(page?.current).not.toEqual(page?.signed)
    // The word stands 20 to 100 points from the left and about 100 from the top of 300 by 400.
    expect(page?.area.left).toBeGreaterThan(0.06)
    expect(page?.area.right).toBeLessThan(0.4)
    expect(page?.area.top).toBeGreaterThan(0.2)
    expect(page?.area.bottom).toBeLessThan(0.27)
  })

  test('a look that is told of is shown where it stands, one that hides nothing when every look is wanted', async () => {
    const [page, ...more] = (await shownIn('1 g 0 0 280 60 re f')) ?? []
    expect(page).toMatchObject({ page: 1, fieldName: 'later', signed: await renderer.render(signed, 1, 1000) })
    expect(more).toEqual([])
    // The look stands 10 to 290 points from the left and 50 to 110 from the top of 300 by 400, in a margin of two.
    expect(page?.area.left).toBeCloseTo(8 / 300, 2)
    expect(page?.area.right).toBeCloseTo(292 / 300, 2)
    expect(page?.area.top).toBeCloseTo(48 / 400, 2)
    expect(page?.area.bottom).toBeCloseTo(112 / 400, 2)
    const seal = '.8 0 0 RG 2 w 200 10 40 40 re S'
    expect(await shownIn(seal)).toBeUndefined()
    expect(await shownIn(seal, true)).toMatchObject([{ page: 1, fieldName: 'later' }])
  })

  test('no picture is taken unless asked, nor more than asked', async () => {
    const content = sourceOf(signed, numbers.content).replace('Contract', 'Contrast')
    const tampered = appendIncrement(signed, [{ number: numbers.content, body: content }])
    const verdict = await judge(tampered, { pictures: 0 })
    expect([codes(verdict).includes('visual-change-outside-fields'), changed(verdict)]).toEqual([true, undefined])
  })

  test('a difference that no rule explains is invalid, so a hole in the rules is not a hole in the verdict', async () => {
    const twice = await signField(signed, { key: other, timestamps, field: 'second', number: 12 })
    const lying: Renderer = { ...renderer, draw: async (bytes) => grey(bytes.length === twice.length ? 200 : 255) }
    const verdict = await judge(twice, { renderer: lying })
    expect(verdict.verdict).toBe('invalid')
    expect(codes(verdict)).toContain('visual-change-outside-fields')
  })

  test('allowed annotations have no bounds, and their page is shown all the same', async () => {
    const note = '<</Type/Annot/Subtype/Square/Rect[200 200 280 280]/C[1 0 0]/F 4/P 3 0 R/AP<</N 32 0 R>>>>'
    const certified = await signField(foreignPdf({ 1: '/Perms<</DocMDP 11 0 R>>' }), {
      key,
      timestamps,
      entries: docMdp(3),
    })
    const page = sourceOf(certified, numbers.page).replace('8 0 R]', '8 0 R 31 0 R]')
    const annotated = appendIncrement(certified, [
      { number: numbers.page, body: page },
      { number: 31, body: note },
      { number: 32, body: appearance('1 0 0 rg 0 0 280 60 re f') },
    ])
    const verdict = await judge(annotated)
    expect(codes(verdict)).not.toContain('visual-change-outside-fields')
    expect(changed(verdict)).toEqual([1])
  })
})

describe('bounds', () => {
  test('a verdict does not depend on how fast the machine is', async () => {
    const twice = await signField(signed, { key: other, timestamps, field: 'second', number: 12 })
    const limits = { ...defaultLimits, drawing: 4_000_000 }
    const calm = await judge(twice, { limits })
    const used = process.threadCpuUsage.bind(process)
    const busy = vi.spyOn(process, 'threadCpuUsage').mockImplementation(() => {
      const { user, system } = used()
      return { user: user * 40, system: system * 40 }
    })
    expect(await judge(twice, { limits })).toEqual(calm)
    busy.mockRestore()
  })

  test('what cannot be drawn, and what is too much to draw, is told', async () => {
    const twice = await signField(signed, { key: other, timestamps, field: 'second', number: 12 })
    const half: Renderer = {
      ...renderer,
      draw: (bytes, page, width) =>
        bytes.length < twice.length ? renderer.draw(bytes, page, width) : Promise.reject(new Error('lost')),
    }
    expect(codes(await judge(twice, { renderer: half }))).toContain('visual-partial')
    const dark: Renderer = { ...renderer, draw: () => Promise.reject(new Error('lost')) }
    expect(codes(await judge(twice, { renderer: dark }))).toContain('visual-partial')
    for (const [drawing, isPartial] of [
      [1, true],
      [defaultLimits.drawing, false],
    ] as const) {
      const verdict = await judge(twice, { limits: { ...defaultLimits, drawing } })
      const expected = isPartial ? 'indeterminate' : 'valid'
      expect([verdict.verdict, codes(verdict).includes('visual-partial')]).toEqual([expected, isPartial])
    }
  })
})

const read = (name: string) => readFileSync(`${corpus}/${name}.pdf`)

describe.skipIf(!existsSync(corpus))('the public corpus (set MOQI_CORPUS or put it at ../shared/corpus)', () => {
  test.each([
    'form-update-override-appearance-stream',
    'minimal-two-fields-signed-twice',
    'pades-lta-dss-indirect-arrs-test',
    'sig-with-ski-sid',
  ])('genuine/%s shows no difference outside its fields', async (name) => {
    const verdict = await judge(read(`genuine/${name}`))
    const invalid = verdict.reasonArray.filter(({ severity }) => severity === 'invalid')
    expect([invalid, changed(verdict)]).toEqual([[], undefined])
  })

  test.each(['isa_A', 'isa_C', 'isa_E', 'isa_G'])(
    'attacked/%s is invalid, and shown as it was signed',
    async (name) => {
      const verdict = await judge(read(`attacked/${name}`))
      expect(verdict.verdict).toBe('invalid')
      expect([codes(verdict).includes('visual-change-outside-fields'), changed(verdict)]).toEqual([true, [1]])
    },
  )

  test.each(['form-update-ap-indirect-sneaky-trailer', 'form-update-override-appearance-stream-sneaky'])(
    'attacked/%s is invalid with pictures as without',
    async (name) => {
      expect((await judge(read(`attacked/${name}`))).verdict).toBe('invalid')
    },
  )
})
