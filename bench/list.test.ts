import { expect, test } from 'vitest'
import { measureLists } from './list.ts'

test('lists of a few thousand contracts are seeded, read, counted and searched', { timeout: 180_000 }, async () => {
  const size = { contracts: 4000, rows: 12_000, rounds: 2, calls: 60, loadMs: 500 }
  const figures = await measureLists(size)
  expect(figures.rows).toBe(12_000)
  for (const name of ['p99Ms', 'bareP99Ms', 'callsPerSecond', 'countersGrowth', 'searchGrowth'] as const) {
    expect(figures[name]).toBeGreaterThan(0)
  }
})
