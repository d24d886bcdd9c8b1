import { expect, test } from 'vitest'
import { measureSeveral } from './sign-several.ts'

test('signatures of a batch are measured against single ones', { timeout: 120_000 }, async () => {
  const report = await measureSeveral(1, 6)
  expect(report).toMatchObject({ rounds: 1, perBatch: 6 })
  expect(report.ratioByClock).toBeGreaterThan(0)
  expect(report.batchPerSecond).toBeGreaterThan(0)
})
