import { checkPhone } from '@moqi/domain/identity/phone'
import { Refusal } from '@moqi/domain/refusal'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'

/** A member of the actor's company other than the actor; `name` is the registered one of who is real-named. */
export type Colleague = { accountId: string; name: string; phone: string; realNamed: boolean }

/** Everybody else in the actor's space, by name. Directory tables only. */
export async function colleaguesOf(db: Db, member: Pick<Member, 'tenantId' | 'accountId'>): Promise<Colleague[]> {
  const rows = await db
    .selectFrom('membership as m')
    .innerJoin('account as a', 'a.account_id', 'm.account_id')
    .innerJoin('membership as own', 'own.account_id', 'a.account_id')
    .innerJoin('space as s', 's.tenant_id', 'own.tenant_id')
    .where('m.tenant_id', '=', member.tenantId)
    .where('a.account_id', '<>', member.accountId)
    .where('a.closed_at', 'is', null)
    .where('s.kind', '=', 'person')
    .orderBy('s.name')
    .select(['a.account_id', 'a.phone', 's.name', 's.auth_status'])
    .execute()
  return rows.map((row) => ({
    accountId: row.account_id,
    name: row.name,
    phone: row.phone,
    realNamed: row.auth_status === 'passAuth',
  }))
}

/** The colleague named by id or phone. Throws `field/invalid` unless that is a real-named member of the company. */
export async function requireColleague(
  db: Db,
  member: Member,
  { phone, colleagueId }: { phone?: string | undefined; colleagueId?: string | undefined },
): Promise<Colleague> {
  const all = await colleaguesOf(db, member)
  const checked = checkPhone(phone ?? '')
  if (colleagueId === undefined && !checked.ok) throw refuse(checked.message)
  const found = all.find((one) =>
    colleagueId === undefined ? checked.ok && one.phone === checked.value : one.accountId === colleagueId,
  )
  if (!found) throw refuse('该手机号不是本企业其他成员的，请核对后再转交')
  if (!found.realNamed) throw refuse('该同事还没有完成实名认证，请对方认证后再转交')
  return found
}

const refuse = (message: string) => new Refusal('field/invalid', { field: 'phone', message })
