import type { BatchAnswer, operation } from '@moqi/api/operation'
import type { Input } from '@moqi/api/call'
import { refusalAnswers } from '@moqi/api/refusal-answers'
import { Refusal } from '@moqi/domain/refusal'
import type { Member } from '#src/platform/actor.ts'
import { keepAnswer, once, partOf } from '#src/platform/idempotency.ts'
import { nameOf } from '#src/cores/contract/contract-name.ts'
import type { Deps } from '#src/platform/deps.ts'
import { type KeepParties, sendContract } from './send-contract.ts'

/**
 * Sends several contracts, each by itself: one that cannot be sent holds up none of the others (checklist C55, C0.9).
 * A repeat of the whole repeats each, so that it gives the answers of the first time.
 */
export async function sendContracts(
  deps: Deps,
  member: Member,
  { signIds }: Input<typeof operation.sendTasks>,
  keepParties: KeepParties,
): Promise<BatchAnswer> {
  if (member.space.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  const failArray: BatchAnswer['failArray'] = []
  const unique = [...new Set(signIds)]
  for (const signId of unique) {
    const message = await sendOne(deps, member, signId, keepParties)
    if (message !== null) failArray.push({ signId, taskName: await nameOf(deps, member, signId), message })
  }
  const answer = { successNumber: unique.length - failArray.length, failArray }
  return deps.db.directoryWrite((tx) => keepAnswer(tx, deps, member, answer))
}

/** Answers what kept it from being sent, null when it was. */
async function sendOne(deps: Deps, member: Member, signId: string, keepParties: KeepParties): Promise<string | null> {
  const repeat = member.repeat ? partOf(member.repeat, signId) : null
  try {
    await once(deps, repeat, () => sendContract(deps, { ...member, repeat }, { signId }, keepParties))
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refusalAnswers[error.code].text(error.detail)
  }
}
