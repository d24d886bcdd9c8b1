import { expect, test } from 'vitest'
import { dayMs } from '../time/civil-date.ts'
import { certificateState, checkLastFour, endingMs, isListOld, revocationText, serialText } from './certificate.ts'

const at = Date.UTC(2026, 10, 20)

test.each([
  [at + endingMs + 1, null, 'valid'],
  [at + endingMs, null, 'ending'],
  [at + 1, null, 'ending'],
  [at, null, 'ended'],
  [at + endingMs + 1, at - 1, 'revoked'],
  [at - 1, at - 2, 'revoked'],
] as const)('of a certificate that ends at %d and was revoked at %s it is said: %s', (notAfter, revokedAt, state) => {
  expect(certificateState({ notAfter, revokedAt }, at)).toBe(state)
})

test.each(['20B6', '20 b6', ' 20b6 '])('“%s” are the last four digits', (typed) => {
  expect(checkLastFour('0a77e319c84d20b6', typed)).toEqual({ ok: true, value: '20B6' })
})

test.each(['', '20B', '0A77', '20B60'])('“%s” are not', (typed) => {
  expect(checkLastFour('0a77e319c84d20b6', typed).ok).toBe(false)
})

test('a revocation is a sentence with a serial number that can be compared', () => {
  expect(serialText('0a77e319c84d20b6')).toBe('0A77 E319 C84D 20B6')
  expect(revocationText({ serial: '0a77e3', code: 'keyCompromise' })).toBe('序列号0A77 E3，私钥泄露或疑似泄露')
})

test.each([
  [at - dayMs, at + 1, false],
  [at - dayMs - 1, at + 1, true],
  [at - 1, at, true],
  [at - 1, null, false],
])('a list of %d whose next comes at %s is old: %s', (madeAt, nextAt, isOld) => {
  expect(isListOld({ madeAt, nextAt }, at)).toBe(isOld)
})
