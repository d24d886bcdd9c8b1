import { expect, test } from 'vitest'
import { runModel } from '#src/testing/contract-model/run-model.ts'

test('a hundred thousand steps of contracts, drawn at random, break no law of theirs', () => {
  const { steps, changed, voided, stamped, automatic } = runModel({ steps: 100_000, seed: 20_261_122 })
  expect(steps).toBeGreaterThanOrEqual(100_000)
  // Most of what is drawn happens: a model in which all is refused would hold anything.
  expect(changed).toBeGreaterThan(steps / 4)
  expect(voided).toBeGreaterThan(10)
  expect(stamped).toBeGreaterThan(10)
  expect(automatic).toBeGreaterThan(10)
})
