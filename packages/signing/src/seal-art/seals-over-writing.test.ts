import { deflateSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { smallPrint } from '@moqi/verify/testing/small-print'
import { type SealImage, sealImage } from '../images/seal-image.ts'
import { disc } from '../testing/signing-scene.ts'
import { usualDesign } from '@moqi/domain/seals/company-seal'
import { companySeal } from './draw-company-seal.ts'
import { personSeal } from './draw-seal.ts'

const { hides, close } = await smallPrint()
afterAll(close)

/** A seal in another colour, as old pads and scanners make it. */
function faded(image: SealImage, colour: [number, number, number]): SealImage {
  return {
    ...image,
    colour: deflateSync(Buffer.alloc(image.width * image.height * 3).map((_, at) => colour[at % 3] ?? 0)),
  }
}

const at = (size: number) => `q ${size} 0 0 ${size} 60 100 cm /I Do Q`

describe('seals over writing hide nothing', () => {
  const companyName = '杭州拾光智造科技有限公司'
  const owner = { companyName, creditCode: '', legalName: null }
  const company = sealImage(companySeal(usualDesign('contract', companyName), owner).png)
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
