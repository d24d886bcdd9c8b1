import { expect, test } from 'vitest'
import { checkFraudContent, fraudReportNo } from './fraud-report.ts'

test('a report number names its day and has no letter that reads as another', () => {
  const all = fraudReportNo(
    '20260311',
    Uint8Array.from({ length: 256 }, (_, byte) => byte),
  )
  expect(all).toMatch(/^JB20260311[2-9A-HJ-NP-Z]{256}$/)
  expect(new Set(all.slice(10)).size).toBe(32)
})

test.each([
  ['tricked', '', true],
  ['other', '说了假话', false],
  ['other', '对方是骗子', true],
  ['tricked', '字'.repeat(500), true],
  ['tricked', '字'.repeat(501), false],
  ['other', '   对方    ', false],
] as const)('%s with “%s”', (reason, content, ok) => {
  expect(checkFraudContent(reason, content).ok).toBe(ok)
})
