import { embedLimits } from '@moqi/domain/integrations/embed-rules'
import { Refusal } from '@moqi/domain/refusal'
import type { Visit } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { isKeyedHash, type Keyed, keyedHash } from '#src/platform/keys/keyed-hash.ts'
import { visitParts } from './session.ts'

/** Whose visit a pass begins, and which. */
export type Passed = { accountId: string; visit: Visit }

const hashOf = (keyed: Keyed, pass: string) => keyedHash(keyed, 'pass token', [pass])

/** Makes a pass that begins the visit once, within a minute. Only its hash is kept. */
export async function makePass(
  deps: Pick<Deps, 'now' | 'random' | 'db'> & Keyed,
  { accountId, visit }: Passed,
): Promise<{ pass: string; expireTime: number }> {
  const pass = deps.random(32).toString('base64url')
  const expireTime = deps.now() + embedLimits.passMs
  const row = {
    token_hash: hashOf(deps, pass),
    account_id: accountId,
    visit: JSON.stringify(visit),
    expires_at: expireTime,
    redeemed_at: null,
    mac: keyedHash(deps, 'pass', [pass, accountId, expireTime, visitParts(visit)]),
  }
  await deps.db.directoryWrite((tx) => tx.insertInto('pass').values(row).execute())
  return { pass, expireTime }
}

/**
 * What a pass of that integration begins; it stays good. Throws `pass/foreign` for one that never was or is another's,
 * `pass/used` and `pass/late`.
 */
export async function readPass(
  deps: Pick<Deps, 'now' | 'db'> & Keyed,
  { appId, pass }: { appId: string; pass: string },
): Promise<Passed> {
  const found = await deps.db.directory((directory) =>
    directory.selectFrom('pass').where('token_hash', '=', hashOf(deps, pass)).selectAll().executeTakeFirst(),
  )
  if (!found || found.visit.appId !== appId) throw new Refusal('pass/foreign')
  const { account_id: accountId, visit, expires_at, redeemed_at } = found
  if (!isKeyedHash(deps, 'pass', [pass, accountId, expires_at, visitParts(visit)], found.mac))
    throw new Refusal('pass/foreign')
  if (redeemed_at !== null) throw new Refusal('pass/used')
  if (expires_at < deps.now()) throw new Refusal('pass/late')
  return { accountId, visit }
}

/** Uses a pass up. Throws `pass/used` when somebody was first. */
export async function usePass(deps: Pick<Deps, 'now'> & Keyed, tx: Db, pass: string): Promise<void> {
  const used = await tx
    .updateTable('pass')
    .set({ redeemed_at: deps.now() })
    .where('token_hash', '=', hashOf(deps, pass))
    .where('redeemed_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst()
  if (!used) throw new Refusal('pass/used')
}
