import { expect, test } from 'vitest'
import { measureSend } from './send.ts'

test(
  'a batch that is killed in its middle loses and doubles no contract, and tells true progress',
  { timeout: 300_000 },
  async () => {
    const report = await measureSend(18, 8)
    expect(report).toMatchObject({ count: 18, lost: 0, doubled: 0, progressTrue: true })
    expect(report.throughputRatio).toBeGreaterThan(0)
  },
)
