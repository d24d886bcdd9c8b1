import { expect, test } from 'vitest'
import { readAmount, yuan } from './amount.ts'

test('an amount is read as people write it, to the 分', () => {
  expect(['', ' ', '0', '3,502,272', '３', '12.5', '0.29', '1.005', '-1', '元'].map(readAmount)).toEqual([
    null,
    null,
    0,
    350_227_200,
    undefined,
    1250,
    29,
    undefined,
    undefined,
    undefined,
  ])
})

test('an amount is written with commas and both decimals', () => {
  expect(yuan(350_227_200)).toBe('3,502,272.00')
})
