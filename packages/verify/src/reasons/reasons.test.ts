import { expect, test } from 'vitest'
import { changeReasons } from './change-reasons.ts'
import { documentReasons } from './document-reasons.ts'
import { ofdReasons } from './ofd-reasons.ts'
import { reason, reasonCodes, reasonText } from './reasons.ts'
import { signatureReasons } from './signature-reasons.ts'
import { foldReasons, outcomeOf } from '../verdict.ts'

test('every reason has a sentence in both languages and a clause, and no two share a code', () => {
  const tables = [signatureReasons, documentReasons, changeReasons, ofdReasons].map(
    (table) => Object.keys(table).length,
  )
  expect(reasonCodes).toHaveLength(tables.reduce((sum, length) => sum + length))
  for (const code of reasonCodes) {
    const { text, textEn, clause } = reasonText(code)
    expect(code).toMatch(/^[a-z][a-z0-9-]+$/)
    expect(text).toMatch(/[一-鿿]/)
    expect(textEn).toMatch(/^[A-Z][^一-鿿]+$/)
    expect(clause.length).toBeGreaterThan(1)
  }
})

test('an untrusted chain is told as invariant 10 says', () => {
  expect(reason('chain-untrusted')).toMatchObject({
    severity: 'indeterminate',
    text: '签名完整，但签署人身份无法确认',
  })
})

test('the worst reason decides, and equal reasons are told once', () => {
  const reasons = [
    reason('timestamp-missing'),
    reason('chain-untrusted'),
    reason('timestamp-missing'),
    reason('digest-mismatch'),
    reason('timestamp-invalid', { severity: 'indeterminate' }),
    reason('timestamp-invalid', { severity: 'warning' }),
  ]
  expect(foldReasons(reasons).map(({ code, severity }) => `${severity} ${code}`)).toEqual([
    'invalid digest-mismatch',
    'indeterminate chain-untrusted',
    'indeterminate timestamp-invalid',
    'info timestamp-missing',
  ])
  expect(outcomeOf(reasons)).toBe('invalid')
  expect(outcomeOf(reasons.slice(0, 2))).toBe('indeterminate')
  expect(outcomeOf(reasons.slice(0, 1))).toBe('valid')
})
