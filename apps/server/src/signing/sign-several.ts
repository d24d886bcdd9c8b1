import type { batchSigning } from '@moqi/api/batch-signing'
import type { Input, Output } from '@moqi/api/call'
import { refusalAnswers } from '@moqi/api/refusal-answers'
import type { task } from '@moqi/api/task'
import { askOthersText } from '@moqi/domain/contract/batch-sign'
import { Refusal } from '@moqi/domain/refusal'
import { nameOf } from '#src/cores/contract/contract-name.ts'
import { requireEntry } from '#src/cores/contract/entry.ts'
import { spaceSeals } from '#src/cores/seal/usable-seals.ts'
import { signableWithSeals } from '#src/cores/signer/signable-seals.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import { inLanes } from '#src/platform/in-lanes.ts'
import { keepAnswer, once, partOf } from '#src/platform/idempotency.ts'
import { sign } from './sign-contract.ts'
import { keepChoices, keptChoices } from './sign-process-position.ts'

type Call = typeof batchSigning.signBatchProcessPosition
type Asked = Input<Call>['signArray'][number]

/** Applies for the use of seals on one contract; answers the application's id. */
export type Apply = (
  deps: Deps,
  member: Member,
  input: Input<typeof task.signWithProcess>,
) => Promise<Output<typeof task.signWithProcess>>

/** Contracts signed side by side: each in its own document's queue, all of them spending one proof. */
const atOnce = 3
/** What a bug in one of them answers: the others are signed all the same. */
const serverError = '服务器错误！'

/**
 * Signs several contracts with one proof of will, each by itself: one that cannot be signed holds up none of the others
 * (checklist C57, C0.9). Without a proof the choices are kept. It goes on when nobody listens any more; a repeat of the
 * whole repeats each, so that it goes on where the first was cut off and gives the answers of the first time.
 */
export async function signSeveral(deps: Deps, member: Member, input: Input<Call>, apply: Apply): Promise<Output<Call>> {
  const { signArray } = input
  const unique = [...new Map(signArray.map((asked) => [asked.signId, asked])).values()]
  const owned = await deps.db.read(member.tenantId, (own) => spaceSeals(own, member))
  const approvable = new Set(owned.flatMap(({ seal_id, claim }) => (claim.approvable ? [seal_id] : [])))
  const results = await inLanes(unique, atOnce, (asked) =>
    resultOf(deps, () => doOne(deps, member, asked, { ...input, approvable, apply })),
  )
  const [failArray, approveArray]: [Output<Call>['failArray'], Output<Call>['approveArray']] = [[], []]
  for (const [index, { signId }] of unique.entries()) {
    const { fault = null, approveId = null } = results[index] ?? {}
    if (fault !== null) failArray.push({ signId, taskName: await nameOf(deps, member, signId), message: fault })
    if (approveId !== null) approveArray.push({ signId, approveId })
  }
  const successNumber = unique.length - failArray.length - approveArray.length
  const answer = { successNumber, failArray, approveArray }
  return deps.db.directoryWrite((tx) => keepAnswer(tx, deps, member, answer))
}

/** What became of one: done, waiting for an approval, or the words of what kept it from being done. */
type Result = { fault?: string; approveId?: string }

async function resultOf({ log }: Pick<Deps, 'log'>, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return { fault: refusalAnswers[error.code].text(error.detail) }
    log('signing one of several', error)
    return { fault: serverError }
  }
}

type Doing = Pick<Input<Call>, 'authToken' | 'flowId' | 'reason'> & {
  /** Seals that a flow of approval takes; whether one needs it is for each contract to say. */
  approvable: ReadonlySet<string>
  apply: Apply
}

async function doOne(deps: Deps, member: Member, asked: Asked, doing: Doing): Promise<Result> {
  const { signId } = asked
  const { authToken } = doing
  if (authToken === undefined) {
    const entry = await requireEntry(deps, member, signId)
    await keepChoices(deps, entry, await withKept(deps, member, asked))
    return {}
  }
  const repeat = member.repeat ? partOf(member.repeat, signId) : null
  const answer = await once(deps, repeat, async () => {
    const chosen = { signId, authToken, positionArray: await withKept(deps, member, asked) }
    return signOrApply(deps, { ...member, repeat }, chosen, doing)
  })
  return approveIdOf(answer)
}

/** What a signature answers, or what an application for a seal does, also when it is the answer of the first time. */
function approveIdOf(answer: unknown): Result {
  if (typeof answer !== 'object' || answer === null || !('approveId' in answer)) return {}
  return typeof answer.approveId === 'string' ? { approveId: answer.approveId } : {}
}

/** Seals that others must agree to are applied for by the flow that was chosen; the rest is signed at once. */
async function signOrApply(
  deps: Deps,
  member: Member,
  chosen: Parameters<typeof sign>[2],
  { flowId, reason, approvable, apply }: Doing,
): Promise<unknown> {
  const asked = chosen.positionArray.flatMap(({ sealId }) => (sealId && approvable.has(sealId) ? [sealId] : []))
  if (asked.length === 0 || !(await needOthers(deps, member, chosen.signId, asked))) return sign(deps, member, chosen)
  if (flowId === undefined) throw new Refusal('contract/not-signable', { message: askOthersText })
  return apply(deps, member, { ...chosen, flowId, reason: reason ?? '' })
}

/** Whether others must agree to one of these seals on that contract. */
async function needOthers(deps: Deps, member: Member, signId: string, sealIds: readonly string[]): Promise<boolean> {
  const { seals } = await signableWithSeals(deps, member, await requireEntry(deps, member, signId))
  return seals.some(({ seal_id, permission }) => permission === 'needApproval' && sealIds.includes(seal_id))
}

/** What is chosen now, and for all other places what was kept before: what was written by hand or filled in. */
async function withKept(deps: Deps, member: Member, { signId, positionArray }: Asked): Promise<Asked['positionArray']> {
  const entry = await requireEntry(deps, member, signId)
  const kept = await deps.db.read(member.tenantId, (own) => keptChoices(deps, own, entry))
  const chosen = new Set(positionArray.map(({ positionId }) => positionId))
  return [...positionArray, ...kept.filter(({ positionId }) => !chosen.has(positionId))]
}
