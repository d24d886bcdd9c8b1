import { accountLimits } from '@moqi/domain/account/limits'
import { Refusal } from '@moqi/domain/refusal'
import type { Person } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

/**
 * When the person proved who they are, ms. Throws `account/sign-in-again` unless that was lately: a session found open
 * must breed nothing that outlives it.
 */
export async function requireRecentProof(
  { now }: Pick<Deps, 'now'>,
  directory: Db,
  { sessionHash }: Pick<Person, 'sessionHash'>,
): Promise<number> {
  const own = await directory
    .selectFrom('session')
    .where('token_hash', '=', sessionHash)
    .select('proved_at')
    .executeTakeFirst()
  if (!own || now() - own.proved_at > accountLimits.autoLogin.recentMs) throw new Refusal('account/sign-in-again')
  return own.proved_at
}
