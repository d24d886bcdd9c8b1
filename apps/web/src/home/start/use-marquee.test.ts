import { expect, it } from 'vitest'
import { nextOffset } from './use-marquee.ts'

it('moves half a pixel to the left', () => {
  expect(nextOffset(0, 400, 900)).toBe(-0.5)
})

it('comes in again at the right once the text is out', () => {
  expect(nextOffset(-399.5, 400, 900)).toBe(900)
})
