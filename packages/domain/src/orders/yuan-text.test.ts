import { expect, test } from 'vitest'
import { fenOf, yuanText } from './yuan-text.ts'

test.each([
  [9900, '99.00'],
  [249_900, '2,499.00'],
  [5, '0.05'],
  [79_990_050, '799,900.50'],
])('%i 分 is %s 元, and the other way', (fen, text) => {
  expect([yuanText(fen), fenOf(text)]).toEqual([text, fen])
})

test.each(['', '1.234', '-1', '1e3', 'abc', '.5'])('%j is no amount', (text) => {
  expect(fenOf(text)).toBeNull()
})
