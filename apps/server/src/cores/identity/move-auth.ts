import { Refusal, type RefusalCode } from '@moqi/domain/refusal'
import { type AuthState, type CompanyAuthEvent, companyAuthLifecycle } from '@moqi/domain/spaces/company-auth-lifecycle'
import { type PersonAuthEvent, personAuthLifecycle } from '@moqi/domain/spaces/person-auth-lifecycle'
import type { Updateable } from 'kysely'
import { forgetPapers } from './person-review.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'

/** A space with its authentication as it was read. */
type AuthPlace = { tenantId: string; authStatus: AuthState }

/** What comes with a move: who the space is now, or why it is not. */
type AuthFacts = Pick<
  Updateable<Schema['space']>,
  | 'name'
  | 'credit_code'
  | 'identity_hash'
  | 'birthday_hashes'
  | 'reject_reason'
  | 'authenticated_at'
  | 'auth_id'
  | 'auth_until'
  | 'auth_told_at'
  | 'auth_end'
>

/**
 * Moves a personal space by these events, one after the other. Throws `identity/changed` when it cannot, or has moved.
 */
export function movePersonAuth(
  tx: Db,
  space: AuthPlace,
  events: readonly PersonAuthEvent[],
  facts: AuthFacts,
): Promise<AuthState> {
  const { after, refusal } = personAuthLifecycle
  return write(tx, space, facts, { to: events.reduce<AuthState>(after, space.authStatus), refusal })
}

/** Moves a company space likewise. Throws `space/auth-changed`. */
export function moveCompanyAuth(
  tx: Db,
  space: AuthPlace,
  events: readonly CompanyAuthEvent[],
  facts: AuthFacts,
): Promise<AuthState> {
  const { after, refusal } = companyAuthLifecycle
  return write(tx, space, facts, { to: events.reduce<AuthState>(after, space.authStatus), refusal })
}

/** Takes the authentication from the personal space of an account that is closed. */
export async function forgetPersonAuth(tx: Db, tenantId: string): Promise<void> {
  await tx.deleteFrom('person_auth').where('tenant_id', '=', tenantId).where('ended_at', 'is', null).execute()
  await forgetPapers(tx, tenantId)
  await tx
    .updateTable('space')
    .set({ auth_status: personAuthLifecycle.initial, birthday_hashes: null })
    .where('tenant_id', '=', tenantId)
    .execute()
}

async function write(
  tx: Db,
  { tenantId, authStatus }: AuthPlace,
  facts: AuthFacts,
  { to, refusal }: { to: AuthState; refusal: RefusalCode },
): Promise<AuthState> {
  const changed = await tx
    .updateTable('space')
    .set({ ...facts, auth_status: to })
    .where('tenant_id', '=', tenantId)
    .where('auth_status', '=', authStatus)
    .executeTakeFirst()
  if (changed.numUpdatedRows !== 1n) throw new Refusal(refusal)
  return to
}
