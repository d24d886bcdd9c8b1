import { Refusal } from '@moqi/domain/refusal'
import type { Db } from '#src/platform/database/database.ts'

/** A member of a company who can act; `name` is the registered one of who is real-named. */
export type GrantPerson = {
  accountId: string
  name: string
  phone: string
  departmentName: string | null
  realNamed: boolean
  isOwner: boolean
}

/** A company's members who can act, those longest in it first. Runs in its tenant. */
export async function peopleOf(tenant: Db, tenantId: string): Promise<GrantPerson[]> {
  const rows = await tenant
    .selectFrom('membership as m')
    .innerJoin('account as a', 'a.account_id', 'm.account_id')
    .innerJoin('membership as own', 'own.account_id', 'a.account_id')
    .innerJoin('space as s', 's.tenant_id', 'own.tenant_id')
    .leftJoin('department as d', (join) =>
      join.onRef('d.tenant_id', '=', 'm.tenant_id').onRef('d.department_id', '=', 'm.department_id'),
    )
    .where('m.tenant_id', '=', tenantId)
    .where('m.state', '=', 'accepted')
    .where('a.closed_at', 'is', null)
    .where('s.kind', '=', 'person')
    .orderBy('m.created_at')
    .orderBy('m.account_id')
    .select(['m.account_id', 'm.is_owner', 'm.name', 'a.nick_name', 'a.phone'])
    .select(['s.name as real_name', 's.auth_status', 'd.name as department_name'])
    .execute()
  return rows.map((row) => {
    const realNamed = row.auth_status === 'passAuth'
    return {
      accountId: row.account_id,
      name: realNamed ? row.real_name : row.name || row.nick_name,
      phone: row.phone,
      departmentName: row.department_name,
      realNamed,
      isOwner: row.is_owner,
    }
  })
}

/** One of them. Throws `member/not-found` for whoever is none, or cannot act. */
export async function requirePerson(tenant: Db, tenantId: string, accountId: string): Promise<GrantPerson> {
  const found = (await peopleOf(tenant, tenantId)).find((person) => person.accountId === accountId)
  if (!found) throw new Refusal('member/not-found')
  return found
}
