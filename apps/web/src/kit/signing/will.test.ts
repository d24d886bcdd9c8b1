import { expect, test } from 'vitest'
import { codeDigits, goodToken, noWill, signingFault } from './will.ts'

test('a proof serves until shortly before its end', () => {
  const will = { ...noWill, token: { value: 't', expires: 100_000, ways: ['sms'] as const, certificate: null } }
  expect(goodToken(will, 90_000)?.value).toBe('t')
  expect(goodToken(will, 96_000)).toBeNull()
  expect(goodToken(noWill, 0)).toBeNull()
})

test('a wrong code stays with the code, a closed contract does not', () => {
  expect(signingFault('account/code-wrong')).toBe('code')
  expect(signingFault('will-auth/required')).toBe('proof')
  expect(signingFault('contract/changed')).toBe('state')
  expect(signingFault('seal/not-found')).toBe('choice')
  expect(signingFault(null)).toBe('other')
})

test('a code pasted from a message is cleaned', () => {
  expect(codeDigits('验证码 123 456 7')).toBe('123456')
})
