import { deflateSync, inflateSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { disc } from '@moqi/signing/testing/signing-scene'
import { type SealImage, sealImage } from '@moqi/signing/images/seal-image'
import { openPageImages } from '@moqi/pdf/page-image/render-page'
import { companySeal } from '@moqi/signing/seal-art/company-seal'
import { personSeal } from '@moqi/signing/seal-art/person-seal'
import type { Pixels } from '@moqi/pdf/images/png'
import { plainPdf } from '@moqi/pdf/testing/increment'
import { inkWatch } from './hidden-ink.ts'

const side = 60
const paper = (value = 255): Pixels => ({
  width: side,
  height: side,
  channels: 4,
  data: new Uint8Array(side * side * 4).fill(value),
})
const whole = { left: 0, top: 0, right: side, bottom: side }

/** Paper with a rectangle of some grey. */
function block(width: number, height: number, value: number): Pixels {
  const picture = paper()
  for (let row = 4; row < 4 + height; row++)
    picture.data.fill(value, (row * side + 4) * 4, (row * side + 4 + width) * 4)
  return picture
}

const isHidden = (before: Pixels, after: Pixels, setAside = false) => inkWatch(before, after)({ ...whole, setAside })

test('ink that gives way to paper is hidden; ink under ink, and on paper, is not', () => {
  expect(isHidden(block(8, 8, 0), paper())).toBe(true)
  expect(isHidden(block(8, 8, 0), paper(180))).toBe(true)
  expect(isHidden(block(8, 8, 0), block(8, 8, 90))).toBe(false)
  expect(isHidden(paper(), block(8, 8, 0))).toBe(false)
  expect(isHidden(block(3, 3, 0), paper())).toBe(false)
})

test('grey print that became a little lighter under a seal is not hidden, under a light box it is', () => {
  expect([isHidden(block(8, 8, 115), paper(140)), isHidden(block(8, 8, 115), paper(150))]).toEqual([false, true])
})

test('a small mark that vanishes as a whole is hidden, a small part of the ink is not', () => {
  expect(isHidden(block(8, 2, 0), paper())).toBe(true)
  const word = block(30, 10, 0)
  const shaved = block(30, 10, 0)
  shaved.data.fill(255, 4 * side * 4, 5 * side * 4)
  expect(isHidden(word, shaved)).toBe(false)
})

test('the line to sign on may vanish where an appearance was set aside, and no other ink', () => {
  const line = block(42, 4, 0)
  expect([isHidden(line, paper(), false), isHidden(line, paper(), true)]).toEqual([true, false])
  expect([isHidden(block(8, 8, 0), paper(), true), isHidden(block(42, 7, 0), paper(), true)]).toEqual([true, true])
  // As long as the stroke of a large 一.
  expect(isHidden(block(30, 3, 0), paper(), true)).toBe(true)
})

const renderer = await openPageImages()
afterAll(() => renderer.close())

const stream = (content: string, entries = '') =>
  `<<${entries}/Length ${content.length}>>\nstream\n${content}\nendstream`

/** A page of small print, and what is drawn over it by an operator of page content. */
function page(over: string, image?: SealImage): Promise<Pixels> {
  const lines = Array.from({ length: 17 }, (_, line) => {
    const words = 'Party B pays 100,000 yuan within 30 days of receipt of the goods'.slice(line)
    return `BT /F 9 Tf 20 ${280 - line * 14} Td (${words}) Tj ET`
  })
  const shape = `/Type/XObject/Subtype/Image/Width ${image?.width ?? 1}/Height ${image?.height ?? 1}/BitsPerComponent 8`
  const pdf = plainPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>' +
      '/XObject<</I 6 0 R>>/ExtGState<</H<</ca .5/CA .5>>/P<</ca .25/CA .25>>/M<</BM/Multiply>>>>>>>>',
    stream(`${lines.join('\n')}\n${over}`),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    stream(
      image ? inflateSync(image.colour).toString('latin1') : '\0\0\0',
      `${shape}/ColorSpace/DeviceRGB/SMask 7 0 R`,
    ),
    stream(image ? inflateSync(image.alpha).toString('latin1') : '\0', `${shape}/ColorSpace/DeviceGray`),
  ])
  return renderer.draw(pdf, 1, 600)
}

const everywhere = { left: 0, top: 0, right: 600, bottom: 600 }
const hides = async (over: string, image?: SealImage) => inkWatch(await page(''), await page(over, image))(everywhere)

/** A seal in another colour, as old pads and scanners make it. */
function faded(image: SealImage, colour: [number, number, number]): SealImage {
  return {
    ...image,
    colour: deflateSync(Buffer.alloc(image.width * image.height * 3).map((_, at) => colour[at % 3] ?? 0)),
  }
}

const at = (size: number) => `q ${size} 0 0 ${size} 60 100 cm /I Do Q`

describe('seals over writing hide nothing', () => {
  const company = sealImage(companySeal({ companyName: '杭州拾光智造科技有限公司', line: '合同专用章' }).png)
  const person = sealImage(personSeal('林晚舟', 'square').png)
  test.each([
    ['a company seal', at(113), company],
    ["a person's seal", at(57), person],
    ['a disc that writing shows through', at(113), disc()],
    ['a seal at half its strength', `/H gs ${at(113)}`, company],
    ['a seal at a quarter of its strength', `/P gs ${at(113)}`, company],
    ['a seal that multiplies', `/M gs ${at(113)}`, company],
    ['a seal of faded red', at(113), faded(company, [255, 120, 120])],
    ["a person's seal of faded red", at(57), faded(person, [245, 140, 140])],
    ['a seal of faded blue', at(113), faded(company, [120, 150, 235])],
    ['a stamp of grey strokes', '.6 G 2 w 60 100 100 60 re S 70 110 80 40 re S'],
    ['handwriting in pale ink', '.7 .75 .95 RG 1.5 w 40 100 m 80 180 120 60 160 140 c 200 200 220 90 260 150 c S'],
    ['a veil of half white', '/H gs 1 g 40 60 200 150 re f'],
    ['a veil of yellow that multiplies', '/M gs 1 1 .6 rg 40 60 200 150 re f'],
    ['a box of dark red', '.7 0 .1 rg 60 100 40 20 re f'],
  ] satisfies [string, string, SealImage?][])('%s', async (_, over, image?: SealImage) => {
    expect(await hides(over, image)).toBe(false)
  })
})

describe('boxes over writing hide it, whatever their tint', () => {
  test.each([
    ['white', '1 g'],
    ['93 % grey', '.93 g'],
    ['87 % grey', '.87 g'],
    ['60 % grey', '.6 g'],
    ['pale pink', '1 .9 .9 rg'],
    ['pale yellow', '1 1 .6 rg'],
    ['pale blue', '.8 .85 1 rg'],
    ['almost opaque white', '/H gs 1 g 50 90 160 45 re f'],
  ])('%s', async (_, colour) => {
    expect(await hides(`${colour} 50 90 160 45 re f`)).toBe(true)
  })

  test('a box just as large as one number', async () => {
    expect(await hides('.9 g 75 138 36 9 re f')).toBe(true)
  })

  test('stripes instead of one tint', async () => {
    const stripes = Array.from({ length: 45 }, (_, row) => `${row % 2 ? '.75' : '1'} g 50 ${90 + row} 160 1 re f`)
    expect(await hides(stripes.join('\n'))).toBe(true)
  })

  test('a box with other words in it', async () => {
    expect(
      await hides('1 g 20 138 250 10 re f 0 g BT /F 9 Tf 20 140 Td (Party A owes nobody anything at all) Tj ET'),
    ).toBe(true)
  })
})
