import { readFileSync } from 'node:fs'
import type { FieldPlan } from '../freeze/field-plan.ts'
import { type SealImage, sealImage } from '../images/seal-image.ts'
import { encodePng } from '@moqi/pdf/images/png'

/** What tests sign: images, contracts and a plan. */

/** One of the sample contracts. */
export const sample = (name: string): Buffer =>
  readFileSync(new URL(`../../../../samples/${name}.pdf`, import.meta.url))

/** A red disc on a transparent ground, `side` pixels wide, as 8-bit RGBA PNG. */
export function discPng(side: number, red = 220): Buffer {
  const pixels = Array.from({ length: side * side }, (_, at) => {
    const [x, y] = [at % side, Math.floor(at / side)]
    const inside = (x - side / 2) ** 2 + (y - side / 2) ** 2 < (side / 2) ** 2
    return inside ? [red, 30, 30, 200] : [0, 0, 0, 0]
  })
  return encodePng({ width: side, height: side, channels: 4, data: Buffer.from(pixels.flat()) })
}

/** A disc ready to be placed; another `red` makes another image. */
export const disc = (red?: number): SealImage => sealImage(discPng(96, red))

/** Three parties: the first has a stamp, a cross-page seal and two texts beside its signature. */
export const threeParties: FieldPlan = {
  signatures: [
    {
      slot: 'moqi-0001',
      page: 1,
      box: { x: 30, y: 200, width: 40, height: 40 },
      locks: ['moqi-0004', 'moqi-0005', 'moqi-0006', 'moqi-0007'],
    },
    { slot: 'moqi-0002', page: 1, box: { x: 90, y: 200, width: 40, height: 40 } },
    { slot: 'moqi-0003', page: 1, box: { x: 150, y: 210, width: 30, height: 15 } },
  ],
  stamps: [{ slot: 'moqi-0004', page: 1, box: { x: 120, y: 30, width: 30, height: 30 } }],
  crossPageSeals: [{ slot: 'moqi-0005', y: 120, size: 42 }],
  texts: [
    {
      slot: 'moqi-0006',
      label: '签署日期',
      page: 1,
      box: { x: 30, y: 245, width: 50, height: 7 },
      fontSize: 12,
    },
    {
      slot: 'moqi-0007',
      label: '交货地址',
      page: 1,
      box: { x: 30, y: 255, width: 60, height: 15 },
      fontSize: 12,
    },
  ],
}

/** The same plan with places for the first of them alone, so that a contract is finished when they have signed. */
export const firstParties = (count: number): FieldPlan => ({
  ...threeParties,
  signatures: threeParties.signatures.slice(0, count),
})
