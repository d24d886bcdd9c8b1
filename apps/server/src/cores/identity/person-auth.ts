import type { Selectable } from 'kysely'
import { attemptHours, type AuthWay } from '@moqi/domain/identity/person-factors'
import type { AuthState } from '@moqi/domain/spaces/company-auth-lifecycle'
import type { Db } from '#src/platform/database/database.ts'
import type { DirectoryTables } from '#src/platform/database/directory-tables.ts'
import type { Deps } from '#src/platform/deps.ts'
import { type KnownPerson, personReturnFault } from '@moqi/domain/identity/person-change'
import { Refusal } from '@moqi/domain/refusal'
import { movePersonAuth } from './move-auth.ts'

/** A person's authentication; name and hashes are kept until it ends, `passed` from then on. */
export type PersonAuthRow = Selectable<DirectoryTables['person_auth']>

/** Who somebody says to be: the number and the birthday as keyed hashes alone. */
export type PersonProof = { realName: string; identityHash: string; birthdayHashes: string[] }

/** By what it is checked, under which id. */
type Beginning = { authId: string; authWay: AuthWay; proof: PersonProof; isChange?: boolean }
type Place = { tenantId: string; accountId: string; authStatus: AuthState }

/**
 * Begins the authentication of a personal space under an id of its own, or the change of one that stands, and stands
 * until this has passed. Throws `identity/changed`, also while another is under way.
 */
export async function beginPersonAuth(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  { tenantId, accountId, authStatus }: Place,
  { authId, authWay, proof, isChange = false }: Beginning,
): Promise<PersonAuthRow> {
  if (isChange) await requireFree(tx, tenantId)
  else {
    await requireReturned(tx, tenantId, proof)
    await movePersonAuth(tx, { tenantId, authStatus }, ['submit'], { reject_reason: null })
  }
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
      is_change: isChange,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Whose authentication has lapsed comes back as the same person, whose contracts are here. Throws `field/invalid`. */
export async function requireReturned(tx: Db, tenantId: string, proof: PersonProof): Promise<void> {
  const { name, identity_hash, birthday_hashes } = await tx
    .selectFrom('space')
    .where('tenant_id', '=', tenantId)
    .select(['name', 'identity_hash', 'birthday_hashes'])
    .executeTakeFirstOrThrow()
  const was = { name, identityHash: identity_hash, birthdayHashes: birthday_hashes }
  const is = { name: proof.realName, identityHash: proof.identityHash, birthdayHashes: proof.birthdayHashes }
  const fault = personReturnFault(was, is)
  if (fault) throw new Refusal('field/invalid', fault)
}

/** Throws `identity/changed` unless the space is authenticated and none of its authentications is under way. */
async function requireFree(tx: Db, tenantId: string): Promise<void> {
  const free = await tx
    .selectFrom('space as s')
    .where('s.tenant_id', '=', tenantId)
    .where('s.auth_status', '=', 'passAuth')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('person_auth as p')
            .whereRef('p.tenant_id', '=', 's.tenant_id')
            .where('p.ended_at', 'is', null)
            .select('p.auth_id'),
        ),
      ),
    )
    .select('s.tenant_id')
    .executeTakeFirst()
  if (!free) throw new Refusal('identity/changed')
}

/** The newest change of a personal space's details; undefined when there never was one that was not taken back. */
export const lastPersonChange = (
  db: Db,
  tenantId: string,
): Promise<Pick<PersonAuthRow, 'passed' | 'ended_at' | 'fail_reason' | 'real_name'> | undefined> =>
  db
    .selectFrom('person_auth')
    .where('tenant_id', '=', tenantId)
    .where('is_change', '=', true)
    .where(({ or, eb }) => or([eb('ended_at', 'is', null), eb('passed', 'is not', null)]))
    .orderBy('created_at', 'desc')
    .orderBy('auth_id', 'desc')
    .limit(1)
    .select(['passed', 'ended_at', 'fail_reason', 'real_name'])
    .executeTakeFirst()

/** Who the person is now. Throws `identity/changed` for whoever is not authenticated. */
export async function knownPerson(db: Db, tenantId: string): Promise<KnownPerson> {
  const row = await db
    .selectFrom('space')
    .where('tenant_id', '=', tenantId)
    .where('auth_status', '=', 'passAuth')
    .select(['name', 'identity_hash', 'birthday_hashes'])
    .executeTakeFirst()
  if (!row) throw new Refusal('identity/changed')
  return { name: row.name, identityHash: row.identity_hash, birthdayHashes: row.birthday_hashes }
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

/** How often a face was looked at for a personal space of late (`attemptHours`), whatever came of it. */
export async function facesBegun({ now }: Pick<Deps, 'now'>, db: Db, tenantId: string): Promise<number> {
  const { n } = await db
    .selectFrom('person_auth')
    .where('tenant_id', '=', tenantId)
    .where('auth_way', '=', 'face')
    .where('created_at', '>', now() - attemptHours * 3_600_000)
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** By what a personal space was checked last; undefined when it never was. A change that did not pass is none. */
export async function lastPersonAuth(db: Db, tenantId: string): Promise<AuthWay | undefined> {
  const row = await db
    .selectFrom('person_auth')
    .where('tenant_id', '=', tenantId)
    .where((eb) => eb.or([eb('is_change', '=', false), eb('passed', '=', true)]))
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
 * else, or taken back, which is no attempt that failed. The row keeps neither name nor hash, which nothing needs any
 * more.
 */
export async function settlePersonAuth(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  { auth_id: authId, tenant_id: tenantId, real_name, identity_hash, birthday_hashes, is_change }: PersonAuthRow,
  reason: string | null,
  isTakenBack = false,
): Promise<AuthState> {
  await tx
    .updateTable('person_auth')
    .set({
      ended_at: now(),
      passed: isTakenBack ? null : reason === null,
      real_name: null,
      identity_hash: null,
      birthday_hashes: null,
      fail_reason: is_change ? reason : null,
    })
    .where('auth_id', '=', authId)
    .execute()
  if (is_change && reason !== null) return 'passAuth'
  const place = { tenantId, authStatus: is_change ? ('passAuth' as const) : ('inPersonAuth' as const) }
  if (reason !== null) return movePersonAuth(tx, place, ['personFailed'], { reject_reason: reason })
  return movePersonAuth(tx, place, [is_change ? 'changeInfo' : 'personPassed'], {
    reject_reason: null,
    name: real_name ?? '',
    identity_hash,
    birthday_hashes,
    authenticated_at: now(),
    auth_id: authId,
    auth_until: null,
    auth_told_at: null,
    auth_end: null,
  })
}
