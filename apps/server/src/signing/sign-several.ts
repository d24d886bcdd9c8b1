import type { batchSigning } from '@moqi/api/batch-signing'
import type { Input, Output } from '@moqi/api/call'
import { refusalAnswers } from '@moqi/api/refusal-answers'
import { Refusal } from '@moqi/domain/refusal'
import { nameOf } from '#src/cores/contract/contract-name.ts'
import { requireEntry } from '#src/cores/contract/entry.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import { inLanes } from '#src/platform/in-lanes.ts'
import { keepAnswer, once, partOf } from '#src/platform/idempotency.ts'
import { sign } from './sign-contract.ts'
import { keepChoices, keptChoices } from './sign-process-position.ts'

type Call = typeof batchSigning.signBatchProcessPosition
type Asked = Input<Call>['signArray'][number]

/** Contracts signed side by side: each in its own document's queue, all of them spending one proof. */
const atOnce = 3
/** What a bug in one of them answers: the others are signed all the same. */
const serverError = '服务器错误！'

/**
 * Signs several contracts with one proof of will, each by itself: one that cannot be signed holds up none of the others
 * (checklist C57, C0.9). Without a proof the choices are kept. It goes on when nobody listens any more; a repeat of the
 * whole repeats each, so that it goes on where the first was cut off and gives the answers of the first time.
 */
export async function signSeveral(deps: Deps, member: Member, input: Input<Call>): Promise<Output<Call>> {
  const { signArray, authToken } = input
  const unique = [...new Map(signArray.map((asked) => [asked.signId, asked])).values()]
  const faults = await inLanes(unique, atOnce, (asked) => faultOf(deps, () => doOne(deps, member, asked, authToken)))
  const failArray: Output<Call>['failArray'] = []
  for (const [index, { signId }] of unique.entries()) {
    const message = faults[index] ?? null
    if (message !== null) failArray.push({ signId, taskName: await nameOf(deps, member, signId), message })
  }
  const answer = { successNumber: unique.length - failArray.length, failArray, approveArray: [] }
  return deps.db.directoryWrite((tx) => keepAnswer(tx, deps, member, answer))
}

/** The words of what kept it from being done, null when it was. */
async function faultOf({ log }: Pick<Deps, 'log'>, work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof Refusal) return refusalAnswers[error.code].text(error.detail)
    log('signing one of several', error)
    return serverError
  }
}

async function doOne(deps: Deps, member: Member, asked: Asked, authToken: string | undefined): Promise<unknown> {
  const { signId } = asked
  if (authToken === undefined) {
    const entry = await requireEntry(deps, member, signId)
    return keepChoices(deps, entry, await withKept(deps, member, asked))
  }
  const repeat = member.repeat ? partOf(member.repeat, signId) : null
  return once(deps, repeat, async () => {
    const positionArray = await withKept(deps, member, asked)
    return sign(deps, { ...member, repeat }, { signId, authToken, positionArray })
  })
}

/** What is chosen now, and for all other places what was kept before: what was written by hand or filled in. */
async function withKept(deps: Deps, member: Member, { signId, positionArray }: Asked): Promise<Asked['positionArray']> {
  const entry = await requireEntry(deps, member, signId)
  const kept = await deps.db.read(member.tenantId, (own) => keptChoices(deps, own, entry))
  const chosen = new Set(positionArray.map(({ positionId }) => positionId))
  return [...positionArray, ...kept.filter(({ positionId }) => !chosen.has(positionId))]
}
