import { expect, it } from 'vitest'
import { captchaImage } from './captcha-image.ts'
import { usualDesign } from '@moqi/domain/seals/company-seal'
import { companySeal } from './draw-company-seal.ts'
import { personSeal, personSealStyles, SealGlyphMissing } from './draw-seal.ts'
import { bundledFont } from './glyph-outline.ts'
import { decodePng, type Pixels } from '@moqi/pdf/images/png'

const owner = { companyName: '杭州拾光智造科技有限公司', creditCode: '91330106MA2KCM7H4X', legalName: '林晚舟' }
const official = () => companySeal(usualDesign('official', owner.companyName), owner)
const pixels = (png: Buffer) => decodePng(png, 4096)
const at = ({ data, width }: Pixels, x: number, y: number) => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
]
const chance = (seed: number) => () => (seed = (seed * 16807) % 2147483647) / 2147483647
/** Share of inked pixels in a box given in mm from the seal's centre. */
function ink(image: Pixels, sizeMm: number, [left, top, right, bottom]: [number, number, number, number]): number {
  const px = (mm: number) => Math.round(((mm + sizeMm / 2) / sizeMm) * image.width)
  let inked = 0
  for (let y = px(top); y < px(bottom); y++)
    for (let x = px(left); x < px(right); x++) if ((at(image, x, y)[3] ?? 0) > 127) inked++
  return inked / ((px(right) - px(left)) * (px(bottom) - px(top)))
}

it('draws a 40 mm seal at 300 dpi as 8-bit RGBA without interlace', () => {
  const { png, widthMm, heightMm } = official()
  expect([widthMm, heightMm]).toEqual([40, 40])
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([472, 472])
  expect([...png.subarray(24, 29)]).toEqual([8, 6, 0, 0, 0])
})

it('is red on transparent ground: ring, star and name', () => {
  const image = pixels(official().png)
  expect(at(image, 0, 0)).toEqual([0, 0, 0, 0])
  expect(at(image, 236, 236)).toEqual([0xe6, 0, 0x12, 255])
  expect(at(image, 236, 5)).toEqual([0xe6, 0, 0x12, 255])
  expect(ink(image, 40, [-4, -18.4, 4, -14.2])).toBeGreaterThan(0.2)
  expect(ink(image, 40, [-5, 10, 5, 17])).toBe(0)
})

it('puts the purpose line below the star', () => {
  const image = pixels(companySeal({ ...usualDesign('contract', owner.companyName), color: 'blue' }, owner).png)
  expect(ink(image, 38, [-8, 6.4, 8, 9.6])).toBeGreaterThan(0.25)
  expect(at(image, 224, 224)).toEqual([0x0b, 0x4e, 0xa2, 255])
})

it('draws an invoice seal 40 by 30 mm with its credit code across the middle', () => {
  const { png, widthMm, heightMm } = companySeal(usualDesign('invoice', owner.companyName), owner)
  expect([widthMm, heightMm]).toEqual([40, 30])
  const image = pixels(png)
  expect([image.width, image.height]).toEqual([472, 354])
  // 18 digits over 26 mm, 307 pixels, of which the middle row meets the strokes.
  const middle = Array.from({ length: 307 }, (_, x) => at(image, 83 + x, 177)[3] ?? 0)
  expect(middle.filter((alpha) => alpha > 127).length).toBeGreaterThan(40)
})

it('draws the legal representative’s seal as a square of 20 mm', () => {
  const { png, widthMm } = companySeal(usualDesign('legal', owner.companyName), owner)
  expect(widthMm).toBe(20)
  expect(ink(pixels(png), 20, [-8, -8, 8, 8])).toBeGreaterThan(0.2)
})

it('refuses a character without a glyph and names it', () => {
  expect(() =>
    companySeal(usualDesign('official', '杭州𠔻有限公司'), { ...owner, companyName: '杭州𠔻有限公司' }),
  ).toThrow(SealGlyphMissing)
  expect(() => personSeal('王\u{2ebf0}', 'square')).toThrow('字库中没有“\u{2ebf0}”')
})

it('uses no text element, so that no viewer substitutes a font', () => {
  expect(official().svg).not.toMatch(/<text|font/)
})

it.each(personSealStyles)('draws every personal style: %s', (style) => {
  const { png, widthMm, heightMm } = personSeal('林晚舟', style)
  const image = pixels(png)
  expect(image.width / widthMm).toBeCloseTo(300 / 25.4, 0)
  expect(image.height / heightMm).toBeCloseTo(300 / 25.4, 0)
  expect(at(image, Math.round(image.width / 2), 3)[3]).toBe(style === 'rectanglePlain' ? 0 : 255)
})

it('draws a square personal seal 20 mm wide with ink in all four quarters', () => {
  const seal = personSeal('陈知行', 'square')
  const image = pixels(seal.png)
  expect(seal.widthMm).toBe(20)
  for (const [x, y] of [
    [-8, -8],
    [0.5, -8],
    [-8, 0.5],
    [0.5, 0.5],
  ] as const)
    expect(ink(image, 20, [x, y, x + 7.5, y + 7.5])).toBeGreaterThan(0.15)
})

it('reads outlines of simple and of missing glyphs', () => {
  const font = bundledFont('serifBold')
  expect(font.outline('一')?.box.right).toBeGreaterThan(900)
  expect(font.outline('公')?.advance).toBe(1000)
  expect(font.outline('\u{2ebf0}')).toBeUndefined()
})

it('draws a different captcha for different chance, and the same for the same', async () => {
  const image = pixels(await captchaImage('7K3M', chance(1)))
  expect([image.width, image.height]).toEqual([240, 80])
  const [first, same, other] = await Promise.all([1, 1, 2].map((seed) => captchaImage('7K3M', chance(seed))))
  if (!first || !same || !other) throw new Error('nothing was drawn')
  expect(first.equals(same)).toBe(true)
  expect(first.equals(other)).toBe(false)
})

it('cuts the name out of a full ground, so that what lies under the seal shows through', () => {
  const [full, cut] = (['square', 'squareReversed'] as const).map((style) => pixels(personSeal('林晚舟', style).png))
  if (!full || !cut) throw new Error('nothing was drawn')
  const middle = [...Array(full.width).keys()].map((x) => [at(full, x, 80)[3], at(cut, x, 80)[3]] as const)
  const glyph = middle.filter(([inked], x) => x > 20 && x < full.width - 20 && inked === 255)
  expect(glyph.length).toBeGreaterThan(20)
  expect(glyph.every(([, hole]) => hole === 0)).toBe(true)
  expect(at(cut, 5, 5)).toEqual([0xe6, 0, 0x12, 255])
})
