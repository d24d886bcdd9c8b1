import { expect, test } from 'vitest'
import { base32, matchingStep, totpCode, totpStep } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

// RFC 6238, appendix B; of its eight digits an authenticator shows the last six.
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('at second %d the code is the standard’s', (second, code) => {
  expect(totpCode(secret, totpStep(second * 1000))).toBe(code.slice(2))
})

test('a code works in its step and its neighbours’, and never behind one that was used', () => {
  const at = 2_000_000_000_000
  const step = totpStep(at)
  const of = (other: number) => matchingStep(secret, { code: totpCode(secret, step + other), at, after: 0 })
  expect([-2, -1, 0, 1, 2].map(of)).toEqual([null, step - 1, step, step + 1, null])
  for (const used of [-1, 0]) {
    expect(matchingStep(secret, { code: totpCode(secret, step - 1), at, after: step + used })).toBeNull()
  }
  expect(matchingStep(secret, { code: '', at, after: 0 })).toBeNull()
})

// RFC 4648 §10.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foob', 'MZXW6YQ'],
  ['foobar', 'MZXW6YTBOI'],
])('“%s” is the standard’s base 32', (text, expected) => {
  expect(base32(Buffer.from(text))).toBe(expected)
})
