import type { Output } from '@moqi/api/call'
import type { authentication } from '@moqi/api/authentication'
import { Refusal } from '@moqi/domain/refusal'
import { giveChallenge } from '#src/cores/identity/key-challenge.ts'
import { keysOf } from '#src/cores/identity/passkey.ts'
import { type NewSession, startSession } from '#src/cores/identity/session.ts'
import type { Caller } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { ownerChallenge } from '#src/cores/identity/dormant-account.ts'
import { challengeOf } from '#src/cores/identity/challenge-shape.ts'

type Session = Output<typeof authentication.loginByAccount>

/**
 * Signs in whom a password or a code has proved, and does what belongs to it in the same transaction. Where the
 * account asks for a key besides, the first factor is spent and `account/key-required` carries the challenge for the
 * second; where the phone's number may have come to somebody else, `account/owner-unproven` does.
 */
export async function enterAccount(
  deps: Deps,
  caller: Caller,
  session: NewSession,
  before: (tx: Db) => Promise<unknown>,
): Promise<Session> {
  const { accountId } = session
  const step = await deps.db.directoryWrite(async (tx) => {
    await before(tx)
    if (!(await asksForKey(tx, accountId))) {
      const owner = await ownerChallenge(deps, tx, session)
      return owner ? { owner } : { session: await startSession(deps, tx, caller, session) }
    }
    const code = await giveChallenge(deps, tx, {
      purpose: 'second',
      accountId,
      ...(session.provided && { provided: session.provided }),
    })
    return { challenge: challengeOf(deps, code, await keysOf(deps, tx, accountId)) }
  })
  if ('session' in step) return step.session
  if ('owner' in step) throw new Refusal('account/owner-unproven', { challenge: step.owner })
  throw new Refusal('account/key-required', { challenge: step.challenge })
}

async function asksForKey(tx: Db, accountId: string): Promise<boolean> {
  const { key_required_at: since } = await tx
    .selectFrom('account')
    .where('account_id', '=', accountId)
    .select('key_required_at')
    .executeTakeFirstOrThrow()
  return since !== null
}
