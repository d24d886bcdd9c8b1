import { refusalAnswers } from '@moqi/api/refusal-answers'
import { type BatchOutcome, wireBatch } from '@moqi/api/wire/batch'
import { Refusal } from '@moqi/domain/refusal'
import type { Member } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import { keepAnswer, once, partOf } from '#src/platform/idempotency.ts'
import { nameOf } from './contract-name.ts'

/**
 * Does one thing to several contracts, each by itself and in their order: one that refuses holds up none of the others
 * (checklist C0.9). A repeat of the whole repeats each, so that it gives the answers of the first time; `act` is given
 * the member under whose key its own answer is kept.
 */
export async function eachContract(
  deps: Deps,
  member: Member,
  signIds: readonly string[],
  act: (member: Member, signId: string) => Promise<unknown>,
): Promise<ReturnType<typeof wireBatch>> {
  const failed: BatchOutcome['failed'][number][] = []
  const unique = [...new Set(signIds)]
  for (const signId of unique) {
    const repeat = member.repeat ? partOf(member.repeat, signId) : null
    const message = await refusalOf(() => once(deps, repeat, () => act({ ...member, repeat }, signId)))
    if (message !== null) failed.push({ signId, subject: await nameOf(deps, member, signId), message })
  }
  const answer = wireBatch({ done: unique.length - failed.length, failed })
  return deps.db.directoryWrite((tx) => keepAnswer(tx, deps, member, answer))
}

/** Answers why it could not be done, null when it was. */
async function refusalOf(run: () => Promise<unknown>): Promise<string | null> {
  try {
    await run()
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refusalAnswers[error.code].text(error.detail)
  }
}
