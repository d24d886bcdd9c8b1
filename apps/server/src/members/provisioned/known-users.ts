import { Refusal } from '@moqi/domain/refusal'
import { sql } from 'kysely'
import type { KnownUser, ProvisionUsers, UserFilter } from '#src/cores/provisioning/provided-user.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { ProvidedDetails } from '#src/platform/database/integration-tables.ts'
import { isUuid } from '#src/platform/uuid.ts'

/** A person of the company's as the provider knows it; `accountId` is null of whoever is no member. */
export type KnownRow = KnownUser & { accountId: string | null; phone: string | null }

type Row = {
  user_id: string
  account_id: string | null
  user_name: string
  external_id: string | null
  phone: string | null
  active: boolean
  details: ProvidedDetails
  created_at: number
  changed_at: number
}

/**
 * Whom the provider has named, and members whom it has not: those are called by their number, and their phones, which
 * the company's own administrators see in part alone, are told nobody.
 */
const usersOf = (tenantId: string) => sql`
  select u.user_id, m.account_id, u.user_name, u.name_key, u.external_id, u.phone,
    case when m.account_id is null then u.active else m.state = 'accepted' end as active,
    u.details, u.created_at, u.changed_at
  from provisioned_user u
  left join membership m on m.tenant_id = u.tenant_id and m.account_id = u.account_id
  where u.tenant_id = ${tenantId}::uuid
  union all
  select m.account_id, m.account_id, m.account_id::text, m.account_id::text, null, null, m.state = 'accepted',
    jsonb_build_object('displayName', coalesce(nullif(m.name, ''), a.nick_name)), m.created_at, m.created_at
  from membership m join account a on a.account_id = m.account_id
  where m.tenant_id = ${tenantId}::uuid and not exists (
    select from provisioned_user u where u.tenant_id = m.tenant_id and u.account_id = m.account_id)`

const conditionOf = ({ userId, userName, externalId, active }: UserFilter) => sql`true
  ${userId === undefined ? sql`` : sql`and user_id::text = ${userId}`}
  ${userName === undefined ? sql`` : sql`and name_key = ${nameKey(userName)}`}
  ${externalId === undefined ? sql`` : sql`and external_id = ${externalId}`}
  ${active === undefined ? sql`` : sql`and active = ${active}`}`

/** By what two names are the same (RFC 7643 §4.1.1: userName is not case-exact). */
export const nameKey = (userName: string): string => userName.trim().toLowerCase()

const knownUser = (row: Row): KnownRow => ({
  ...row.details,
  userId: row.user_id,
  accountId: row.account_id,
  userName: row.user_name,
  externalId: row.external_id ?? undefined,
  phone: row.phone,
  active: row.active,
  createdAt: Number(row.created_at),
  changedAt: Number(row.changed_at),
})

/** The person of that id. Throws `member/not-found` for another company's, and an invented one alike. */
export async function requireKnown(own: Db, tenantId: string, userId: string): Promise<KnownRow> {
  if (!isUuid(userId)) throw new Refusal('member/not-found')
  const { rows } = await sql<Row>`
    select * from (${usersOf(tenantId)}) as users where user_id = ${userId}::uuid`.execute(own)
  const [row] = rows
  if (!row) throw new Refusal('member/not-found')
  return knownUser(row)
}

/** One person of the company's. */
export const readUser: ProvisionUsers['read'] = ({ db }, { tenantId }, userId) =>
  db.read(tenantId, (own) => requireKnown(own, tenantId, userId))

/** The company's people by age, from `offset` on, and how many there are in all. */
export const listUsers: ProvisionUsers['list'] = ({ db }, { tenantId }, { filter, offset, limit }) =>
  db.read(tenantId, async (own) => {
    const users = sql`(${usersOf(tenantId)}) as users where ${conditionOf(filter)}`
    const counted = await sql<{ number: number }>`select count(*)::int as number from ${users}`.execute(own)
    const { rows } = await sql<Row>`
      select * from ${users} order by created_at, user_id offset ${offset} limit ${limit}`.execute(own)
    return { users: rows.map(knownUser), total: counted.rows[0]?.number ?? 0 }
  })
