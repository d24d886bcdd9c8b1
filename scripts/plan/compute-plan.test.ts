import { expect, test } from 'vitest'
import { assumed, computePlan, heldBy } from './compute-plan.ts'
import { measured } from './measured.ts'

test('disks grow with the signatures, and hold a year of what was measured a contract', () => {
  const [one, ten] = [computePlan(30_000), computePlan(300_000)]
  expect(one.contractsADay).toBe(10_000)
  expect(one.databaseTb).toBeCloseTo((10_000 * 365 * measured.contract.databaseKb) / 1024 ** 3)
  expect(ten.databaseTb).toBeCloseTo(one.databaseTb * 10)
  expect(ten.archiveAllCopiesTb).toBeCloseTo(one.archiveTb * 10 * assumed.objectCopies)
})

test('one node may always fail', () => {
  expect(computePlan(1).nodes).toBe(2)
  const { nodes, nodeCores } = computePlan(20_000_000)
  expect((nodes - 1) * assumed.coresPerNode).toBeGreaterThanOrEqual(nodeCores)
})

test('tenants are distributed over several servers as soon as one bears its share no longer', () => {
  expect(computePlan(10_000).databases).toBe(1)
  const { databases, databaseTb } = computePlan(20_000_000)
  expect(databases * assumed.onePostgres.terabytes).toBeGreaterThanOrEqual(databaseTb)
})

test('what machines are said to hold keeps them as busy as they may be', () => {
  const held = heldBy(1)
  const { nodeCores, databaseCores } = computePlan(held)
  expect(nodeCores + databaseCores).toBeGreaterThan(assumed.coresPerNode * 0.99)
  expect(nodeCores + databaseCores).toBeLessThanOrEqual(assumed.coresPerNode)
})
