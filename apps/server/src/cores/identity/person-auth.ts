import type { Selectable } from 'kysely'
import { attemptHours, type AuthWay } from '@moqi/domain/identity/person-factors'
import type { AuthState } from '@moqi/domain/spaces/company-auth-lifecycle'
import type { Db } from '#src/platform/database/database.ts'
import type { DirectoryTables } from '#src/platform/database/directory-tables.ts'
import type { Deps } from '#src/platform/deps.ts'
import { movePersonAuth } from './move-auth.ts'

/** A person's authentication; name and hashes are kept until it ends, `passed` from then on. */
export type PersonAuthRow = Selectable<DirectoryTables['person_auth']>

/** Who somebody says to be: the number and the birthday as keyed hashes alone. */
export type PersonProof = { realName: string; identityHash: string; birthdayHashes: string[] }

/** By what it is checked, under which id. */
type Beginning = { authId: string; authWay: AuthWay; proof: PersonProof }
type Place = { tenantId: string; accountId: string; authStatus: AuthState }

/** Begins the authentication of a personal space under an id of its own. Throws `identity/changed`. */
export async function beginPersonAuth(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  { tenantId, accountId, authStatus }: Place,
  { authId, authWay, proof }: Beginning,
): Promise<PersonAuthRow> {
  await movePersonAuth(tx, { tenantId, authStatus }, ['submit'], { reject_reason: null })
  return tx
    .insertInto('person_auth')
    .values({
      auth_id: authId,
      tenant_id: tenantId,
      account_id: accountId,
      real_name: proof.realName,
      identity_hash: proof.identityHash,
      birthday_hashes: proof.birthdayHashes,
      passed: null,
      auth_way: authWay,
      created_at: now(),
      ended_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * When authentications of a personal space in one of these ways failed of late (`attemptHours`), newest first, in ms:
 * whom the machines do not find may still ask people.
 */
export async function failedAttempts(
  { now }: Pick<Deps, 'now'>,
  db: Db,
  tenantId: string,
  ways: readonly AuthWay[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('person_auth')
    .where('tenant_id', '=', tenantId)
    .where('passed', '=', false)
    .where('auth_way', 'in', ways)
    .where('created_at', '>', now() - attemptHours * 3_600_000)
    .select('created_at')
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(({ created_at }) => created_at)
}

/** By what a personal space was checked last; undefined when it never was. */
export async function lastPersonAuth(db: Db, tenantId: string): Promise<AuthWay | undefined> {
  const row = await db
    .selectFrom('person_auth')
    .where('tenant_id', '=', tenantId)
    .select('auth_way')
    .orderBy('created_at', 'desc')
    .orderBy('auth_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.auth_way
}

/** The authentication under way of that id; undefined once it has ended. */
export const openPersonAuth = (db: Db, authId: string): Promise<PersonAuthRow | undefined> =>
  db
    .selectFrom('person_auth')
    .where('auth_id', '=', authId)
    .where('ended_at', 'is', null)
    .selectAll()
    .executeTakeFirst()

/**
 * Ends an authentication: passed when `reason` is null, and then the space is the person's; failed with that reason
 * else. The row keeps neither name nor hash, which nothing needs any more.
 */
export async function settlePersonAuth(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  { auth_id: authId, tenant_id: tenantId, real_name, identity_hash, birthday_hashes }: PersonAuthRow,
  reason: string | null,
): Promise<AuthState> {
  await tx
    .updateTable('person_auth')
    .set({ ended_at: now(), passed: reason === null, real_name: null, identity_hash: null, birthday_hashes: null })
    .where('auth_id', '=', authId)
    .execute()
  const place = { tenantId, authStatus: 'inPersonAuth' } as const
  if (reason !== null) return movePersonAuth(tx, place, ['personFailed'], { reject_reason: reason })
  return movePersonAuth(tx, place, ['personPassed'], {
    reject_reason: null,
    name: real_name ?? '',
    identity_hash,
    birthday_hashes,
    authenticated_at: now(),
    auth_id: authId,
  })
}
