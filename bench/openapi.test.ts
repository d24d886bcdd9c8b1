import { expect, test } from 'vitest'
import { measureOpenApi } from './openapi.ts'

test('signed calls and events are counted', { timeout: 180_000 }, async () => {
  const report = await measureOpenApi({ rounds: 1, calls: 20, events: 64 })
  expect(report).toMatchObject({ bench: 'openapi', rounds: 1 })
  for (const figure of [report.ratio, report.webhooksPerSecond.one, report.webhooksPerSecond.many])
    expect(figure).toBeGreaterThan(0)
})
