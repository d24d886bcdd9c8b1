import { expect, test } from 'vitest'
import { failWebhooks } from './fail-webhooks.ts'
import { faultScenes } from './fault-scenes.ts'
import { nodesScene } from './faults/nodes-scene.ts'
import { killBatch } from './kill-batch.ts'
import { raceSigning } from './race.ts'
import { survive } from './survive.ts'

test('a server killed while eight people sign loses, doubles and spoils nothing', { timeout: 300_000 }, async () => {
  const told: string[] = []
  const report = await survive(faultScenes.kill, 2, (line) => told.push(line))
  expect(report).toMatchObject({ times: 2, lost: 0, doubled: 0, invalid: 0 })
  expect(told).toHaveLength(2)
})

test(
  'of two nodes on one PostgreSQL and one S3 one is killed, and the other signs on',
  { timeout: 300_000 },
  async () => {
    const report = await survive(nodesScene(2), 1, () => {})
    expect(report).toMatchObject({ times: 1, lost: 0, doubled: 0, invalid: 0 })
    // Only the killed one is started again, by the scene.
    expect(report.restarts).toBe(0)
  },
)

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

test('in races of five parties nobody signs twice, out of turn or after the end', { timeout: 300_000 }, async () => {
  const report = await raceSigning({ times: 3, parties: 5 }, () => {})
  const faults = { doubled: 0, lost: 0, disordered: 0, completion: 0, afterEnd: 0, invalid: 0 }
  expect(report).toMatchObject({ fault: 'race', times: 3, parties: 5, faults })
  expect(report.finished).toBeGreaterThan(0)
})

test('a receiver that fails at random gets each event, in its order', { timeout: 300_000 }, async () => {
  const report = await failWebhooks(200, () => {}, false)
  expect(report).toMatchObject({ fault: 'webhooks', events: 200, givenUp: 0, lost: 0, disordered: 0 })
  expect(report.tries).toBeGreaterThan(200)
})
