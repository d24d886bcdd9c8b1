import { expect, test } from 'vitest'
import { killBatch } from './kill-batch.ts'
import { killServer } from './kill-server.ts'

test('a server killed while eight people sign loses, doubles and spoils nothing', { timeout: 300_000 }, async () => {
  const told: string[] = []
  const report = await killServer(3, (line) => told.push(line))
  expect(report).toMatchObject({ times: 3, lost: 0, doubled: 0, invalid: 0 })
  expect(told).toHaveLength(3)
})

test(
  'a batch cut off in its middle goes on after the restart, and signs each contract once',
  { timeout: 300_000 },
  async () => {
    const told: string[] = []
    const report = await killBatch(2, (line) => told.push(line))
    expect(report).toMatchObject({ times: 2, lost: 0, doubled: 0, invalid: 0 })
    expect(told).toHaveLength(2)
  },
)
