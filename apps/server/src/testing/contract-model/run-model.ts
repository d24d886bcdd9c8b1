import { type Arbitrary, array, assert, boolean, constantFrom, integer, nat, property, record } from 'fast-check'
import { checkWorld } from './check-change.ts'
import { type Step, type StepName, stepNames, takeStep } from './steps.ts'
import { newWorld } from './world.ts'

/** A history has at most so many steps; on average it has half of them. */
const longest = 400

const plan = record({
  launcher: nat(8),
  parties: array(record({ who: nat(8), turn: integer({ min: 1, max: 3 }) }), {
    minLength: 1,
    maxLength: 4,
  }),
  inTurns: boolean(),
  cc: boolean(),
  letter: boolean(),
})

/** What a contract must go through before it can be voided, and an application before it can be stamped. */
const often: readonly StepName[] = [
  'send',
  'send',
  'sign',
  'sign',
  'sign',
  'void',
  'void',
  'apply',
  'agreeTo',
  'agreeTo',
]

const step: Arbitrary<Step> = record({
  what: constantFrom(...stepNames, ...often),
  contract: nat(1_000),
  who: nat(8),
  amount: nat(60),
  plan,
})

/**
 * What was tried: steps, how many of them changed something or were refused, how many contracts were voided, and how
 * many signatures a job made of what others had agreed to, or by a letter of automatic signing.
 */
export type Tried = {
  steps: number
  changed: number
  refused: number
  voided: number
  stamped: number
  automatic: number
}

/**
 * Drives random interleavings of every verb, timer and job over the pure decisions, with a clock of its own, and throws
 * with the shortest history that breaks a law of contracts. `seed` makes it the same again.
 */
export function runModel({ steps, seed }: { steps: number; seed: number }): Tried {
  const tried = { steps: 0, changed: 0, refused: 0, voided: 0, stamped: 0, automatic: 0 }
  const history = array(step, { minLength: 1, maxLength: longest, size: 'max' })
  assert(
    property(history, (taken) => {
      const world = newWorld()
      for (const one of taken) takeStep(world, one)
      checkWorld(world)
      tried.steps += taken.length
      tried.changed += world.changed
      tried.refused += world.refused
      tried.stamped += world.stamped
      tried.automatic += world.automatic
      tried.voided += [...world.contracts.values()].filter(({ contract }) => contract.state === 'voided').length
    }),
    { numRuns: Math.ceil((steps * 2.4) / longest), seed },
  )
  return tried
}
