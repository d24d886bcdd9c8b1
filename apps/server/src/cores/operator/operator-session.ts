import { operatorLimits } from '@moqi/domain/operators/operator-rules'
import type { Caller, Operator } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { isKeyedHash, type Keyed, keyedHash, type KeyedPart } from '#src/platform/keys/keyed-hash.ts'

const touchEveryMs = 60_000
const { idleMs, longestMs } = operatorLimits.session

const sessionHashOf = (keyed: Keyed, token: string): Buffer => keyedHash(keyed, 'operator session token', [token])

type SessionFacts = { token_hash: Buffer; operator_id: string; created_at: number }
const macParts = (row: SessionFacts): KeyedPart[] => [row.token_hash.toString('hex'), row.operator_id, row.created_at]

const endOf = ({ created_at }: { created_at: number }, seenAt: number) =>
  Math.min(seenAt + idleMs, created_at + longestMs)

/** Starts an operator's session, ends the operator's others, and answers its token, which is stored nowhere. */
export async function startOperatorSession(
  deps: Pick<Deps, 'now' | 'random'> & Keyed,
  tx: Db,
  caller: Caller,
  operatorId: string,
): Promise<{ token: string; expireTime: number }> {
  const at = deps.now()
  const token = deps.random(32).toString('base64url')
  const kept = { token_hash: sessionHashOf(deps, token), operator_id: operatorId, created_at: at }
  await endOperatorSessions(tx, operatorId)
  await tx
    .insertInto('operator_session')
    .values({
      token_hash: kept.token_hash,
      operator_id: operatorId,
      created_at: at,
      seen_at: at,
      address: caller.address,
      user_agent: caller.userAgent,
      mac: keyedHash(deps, 'operator session', macParts(kept)),
    })
    .execute()
  return { token, expireTime: endOf(kept, at) }
}

/** Ends all of an operator's sessions. */
export async function endOperatorSessions(tx: Db, operatorId: string): Promise<void> {
  await tx.deleteFrom('operator_session').where('operator_id', '=', operatorId).execute()
}

/**
 * The operator behind a token; null for any other token, one that has ended, and where operators are not let in. What
 * is no use of the session, a page that looks by itself, makes it no longer.
 */
export async function findOperator(
  deps: Pick<Deps, 'config' | 'db' | 'now'> & Keyed,
  caller: Caller,
  { isUse }: { isUse: boolean },
): Promise<Operator | null> {
  if (!caller.token || !deps.config.operator) return null
  const tokenHash = sessionHashOf(deps, caller.token)
  return deps.db.directory(async (directory) => {
    const found = await directory
      .selectFrom('operator_session as s')
      .innerJoin('operator as o', 'o.operator_id', 's.operator_id')
      .where('s.token_hash', '=', tokenHash)
      .where('o.disabled_at', 'is', null)
      .select(['s.token_hash', 's.operator_id', 's.created_at', 's.seen_at', 's.mac', 'o.name'])
      .executeTakeFirst()
    const at = deps.now()
    if (!found || at > endOf(found, found.seen_at)) return null
    if (!isKeyedHash(deps, 'operator session', macParts(found), found.mac)) return null
    if (isUse && at - found.seen_at > touchEveryMs) {
      await directory.updateTable('operator_session').set({ seen_at: at }).where('token_hash', '=', tokenHash).execute()
    }
    return {
      ...caller,
      operatorId: found.operator_id,
      operatorName: found.name,
      expireTime: endOf(found, isUse ? at : found.seen_at),
    }
  })
}
