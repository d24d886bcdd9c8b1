import { Refusal } from '@moqi/domain/refusal'
import type { Db } from '#src/platform/database/database.ts'
import type { LivingMembership } from '#src/platform/database/space-tables.ts'
import { isUuid } from '#src/platform/uuid.ts'

/** A member of a company with the account behind it. */
export type MemberRow = {
  accountId: string
  name: string
  phone: string
  isOwner: boolean
  state: LivingMembership
}

const rowsOf = (db: Db, tenantId: string) =>
  db
    .selectFrom('membership as m')
    .innerJoin('account as a', 'a.account_id', 'm.account_id')
    .where('m.tenant_id', '=', tenantId)
    .select(['m.account_id', 'm.name', 'm.is_owner', 'm.state', 'a.phone', 'a.nick_name'])

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

const memberRow = (row: Row): MemberRow => ({
  accountId: row.account_id,
  name: row.name || row.nick_name,
  phone: row.phone,
  isOwner: row.is_owner,
  state: row.state,
})

/** The member of that id. Throws `member/not-found` for another company's, a former and an invented one alike. */
export async function memberOf(db: Db, tenantId: string, memberId: string): Promise<MemberRow> {
  const row = isUuid(memberId)
    ? await rowsOf(db, tenantId).where('m.account_id', '=', memberId).executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('member/not-found')
  return memberRow(row)
}

/** The member who has that phone, if anybody has. */
export async function memberByPhone(db: Db, tenantId: string, phone: string): Promise<MemberRow | null> {
  const row = await rowsOf(db, tenantId).where('a.phone', '=', phone).executeTakeFirst()
  return row ? memberRow(row) : null
}

/** The members who have these phones. */
export async function membersByPhones(db: Db, tenantId: string, phones: readonly string[]): Promise<MemberRow[]> {
  const rows = await rowsOf(db, tenantId)
    .where('a.phone', 'in', [...phones])
    .execute()
  return rows.map(memberRow)
}

/** The administrators who can act, longest in office first. */
export async function administratorsOf(db: Db, tenantId: string): Promise<MemberRow[]> {
  const rows = await rowsOf(db, tenantId)
    .where('m.is_owner', '=', true)
    .where('m.state', '=', 'accepted')
    .orderBy('m.created_at')
    .execute()
  return rows.map(memberRow)
}

/** Throws `member/last-administrator` when the company would be left without one (domain 4.5). */
export async function keepAnAdministrator(tx: Db, tenantId: string, leaving: MemberRow): Promise<void> {
  if (!leaving.isOwner) return
  const others = (await administratorsOf(tx, tenantId)).filter(({ accountId }) => accountId !== leaving.accountId)
  if (others.length === 0) throw new Refusal('member/last-administrator')
}
