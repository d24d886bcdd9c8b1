import type { PlatformUnderTest } from './platform-under-test.ts'
import { cpuBelow, ownCpu } from './round-figures.ts'

/** CPU ms, PostgreSQL's with it, and ms by the clock, of `count` pieces of work. */
export type Cost = { cpu: number; wall: number; count: number }

/** What a piece of work costs; PostgreSQL's part is read in ticks of 10 ms, so only sums of many say something. */
export async function costOf({ postmaster }: PlatformUnderTest, count: number, work: () => Promise<unknown>) {
  // Reading what PostgreSQL used costs CPU here, so it stands outside of what is measured.
  const before = { database: cpuBelow(postmaster), own: ownCpu(), wall: performance.now() }
  await work()
  const wall = performance.now() - before.wall
  const own = ownCpu() - before.own
  const database = cpuBelow(postmaster)
  if (database === null || before.database === null) throw new Error('PostgreSQL’s CPU is read on Linux only')
  return { cpu: own + database - before.database, wall, count }
}

/** All of them together. */
export const sumOf = (costs: readonly Cost[]): Cost => ({
  cpu: costs.reduce((sum, { cpu }) => sum + cpu, 0),
  wall: costs.reduce((sum, { wall }) => sum + wall, 0),
  count: costs.reduce((sum, { count }) => sum + count, 0),
})

/** The smallest, the middle and the largest of some ratios, for people to read. */
export function spreadOf(ratios: readonly number[]): string {
  const sorted = ratios.toSorted((a, b) => a - b)
  const at = (part: number) => (sorted[Math.round(part * (sorted.length - 1))] ?? 0).toFixed(2)
  return `${at(0)} to ${at(1)}, half of them ${at(0.25)} to ${at(0.75)}`
}
