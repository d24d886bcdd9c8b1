import { applicationActs } from './application-steps.ts'
import { contractActs } from './contract-steps.ts'
import type { Act, Draw } from './do-verb.ts'
import { type DraftPlan, makeDraft } from './make-draft.ts'
import { partyActs } from './party-steps.ts'
import { refusable, runDue } from './run-jobs.ts'
import { severalActs } from './sign-several.ts'
import type { World } from './world.ts'
import { writeChange } from './write-change.ts'

const acts = { ...contractActs, ...partyActs, ...applicationActs, ...severalActs } satisfies Record<string, Act>

/** What may happen next. */
export type StepName = keyof typeof acts
/** What happens next; the numbers choose among what there is. */
export type Step = Draw & { what: StepName }

/** Every kind of step, for whoever draws them. */
export const stepNames = Object.keys(acts).filter((name): name is StepName => name in acts)

/** Lets time pass, runs the jobs that are due then, and does the step. A refusal changes nothing. */
export function takeStep(world: World, step: Step): void {
  world.now += (step.amount % 5) * 3_600_000
  runDue(world)
  if (step.amount % 7 === 0) give(world, 1 + (step.who % 3))
  if (step.amount % 4 === 0) create(world, step.plan)
  const contracts = [...world.contracts.values()]
  const stored = contracts[step.contract % Math.max(contracts.length, 1)]
  if (stored) refusable(world, () => acts[step.what](world, step, stored))
}

function give(world: World, number: number): void {
  world.given += number
  world.surplus += number
}

function create(world: World, plan: DraftPlan): void {
  writeChange(world, makeDraft(world, plan), { log: [{ verb: 'create' }], content: true })
}
