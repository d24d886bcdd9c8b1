import { accountLimits } from '@moqi/domain/account/limits'
import type { Caller, Visit } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { type Keyed, keyedHash } from '#src/platform/keys/keyed-hash.ts'
import { endOldest, endSession, macParts, sessionHashOf } from './session.ts'
import { logSignIn } from './sign-in-log.ts'

const { idleMs } = accountLimits.session

/**
 * Starts a session limited to one purpose, and ends the one the caller came with. No device is met: what frames the
 * page may keep nothing there.
 */
export async function startVisit(
  deps: Pick<Deps, 'now' | 'random'> & Keyed,
  tx: Db,
  caller: Caller,
  { accountId, visit }: { accountId: string; visit: Visit },
): Promise<{ token: string; expireTime: number }> {
  const at = deps.now()
  if (caller.token) await endSession(tx, sessionHashOf(deps, caller.token))
  const token = deps.random(32).toString('base64url')
  const kept = {
    token_hash: sessionHashOf(deps, token),
    account_id: accountId,
    idle_ms: idleMs,
    created_at: at,
    proved_at: 0,
    visit,
    provider_spaces: [],
    provider_only: false,
  }
  await tx
    .insertInto('session')
    .values({
      token_hash: kept.token_hash,
      account_id: accountId,
      tenant_id: visit.tenantId,
      idle_ms: idleMs,
      seen_at: at,
      created_at: at,
      address: caller.address,
      user_agent: caller.userAgent,
      method: 'visit',
      proved_at: kept.proved_at,
      visit: JSON.stringify(visit),
      mac: keyedHash(deps, 'session', macParts(kept)),
    })
    .execute()
  await endOldest(tx, accountId, kept)
  if (visit.purpose !== 'prove') {
    await logSignIn(tx, caller, { accountId, method: 'visit', deviceId: null, isNew: false, at })
  }
  return { token, expireTime: at + idleMs }
}
