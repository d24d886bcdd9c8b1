import type { members } from '@moqi/api/members'
import { maskPhone } from '@moqi/domain/identity/phone'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Handler } from '#src/platform/handlers.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { inForceAt } from '#src/cores/seal/grants.ts'
import { roleName } from './groups.ts'
import { likeText, pageOf, readCursor } from '#src/platform/keyset.ts'

/** What a company calls its member. */
export const shownName = sql<string>`coalesce(nullif(m.name, ''), a.nick_name)`

/** The members with their accounts and departments, narrowed by name or phone; `m`, `a` and `d`. */
export function membersOf(tenant: Db, tenantId: string, keyword: string | undefined) {
  const like = likeText(keyword)
  return tenant
    .selectFrom('membership as m')
    .innerJoin('account as a', 'a.account_id', 'm.account_id')
    .leftJoin('department as d', (join) =>
      join.onRef('d.tenant_id', '=', 'm.tenant_id').onRef('d.department_id', '=', 'm.department_id'),
    )
    .where('m.tenant_id', '=', tenantId)
    .$if(like !== null, (query) =>
      query.where((eb) => eb.or([eb(shownName, 'like', like ?? ''), eb('a.phone', 'like', like ?? '')])),
    )
}

/** The members in the order they joined, by keyset; narrowed by name or phone and by department. */
export const listMember: Handler<typeof members.listMember> = async (
  { db, now },
  { tenantId, accountId },
  { keyword, departmentId, cursor, pageSize },
) => {
  const after = readCursor(cursor)
  if (departmentId && !isUuid(departmentId)) return { memberArray: [], nextCursor: null, total: 0 }
  const { rows, total } = await db.read(tenantId, async (tenant) => {
    const listed = membersOf(tenant, tenantId, keyword).$if(Boolean(departmentId), (query) =>
      query.where('m.department_id', '=', departmentId ?? ''),
    )
    const counted = await listed.select(({ fn }) => fn.countAll<number>().as('number')).executeTakeFirstOrThrow()
    const page = await listed
      .leftJoin('company_role as r', (join) =>
        join.onRef('r.tenant_id', '=', 'm.tenant_id').onRef('r.role_id', '=', 'm.role_id'),
      )
      .$if(after !== null, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('m.created_at', 'm.account_id'), '>', tuple(after?.at ?? 0, after?.id ?? '')),
        ),
      )
      .orderBy('m.created_at')
      .orderBy('m.account_id')
      .limit(pageSize + 1)
      .select(['m.account_id', 'm.is_owner', 'm.state', 'm.created_at', 'm.department_id', 'm.role_id', 'a.phone'])
      .select(['d.name as department_name', 'r.name as role_name', shownName.as('name')])
      .select((eb) => usableSeals(eb, now()).as('seals'))
      .execute()
    return { rows: page, total: Number(counted.number) }
  })
  const { page, nextCursor } = pageOf(rows, pageSize, (row) => ({ at: row.created_at, id: row.account_id }))
  return {
    memberArray: page.map((row) => ({
      memberId: row.account_id,
      memberName: row.name,
      phone: maskPhone(row.phone),
      isSpaceOwner: row.is_owner ? 'yes' : 'no',
      isSelf: row.account_id === accountId ? 'yes' : 'no',
      departmentId: row.department_id,
      departmentName: row.department_name,
      roleId: row.role_id,
      roleName: roleName(row.is_owner, row.role_name),
      memberStatus: row.state === 'accepted' ? 'enabled' : 'disabled',
      sealNumber: Number(row.seals),
      joinTime: row.created_at,
    })),
    nextCursor,
    total,
  }
}

/** The company's enabled seals the member may use: all for an administrator, else those granted. */
function usableSeals(eb: ExpressionBuilder<Schema & { m: Schema['membership'] }, 'm'>, now: number) {
  return eb
    .selectFrom('seal as s')
    .whereRef('s.tenant_id', '=', 'm.tenant_id')
    .where('s.account_id', 'is', null)
    .where('s.status', '=', 'enabled')
    .where(({ or, ref, exists, selectFrom }) =>
      or([
        sql<boolean>`${ref('m.is_owner')}`,
        exists(
          selectFrom('seal_grant as g')
            .where(inForceAt(now))
            .where('g.manner', '=', 'hand')
            .whereRef('g.tenant_id', '=', 's.tenant_id')
            .whereRef('g.seal_id', '=', 's.seal_id')
            .whereRef('g.account_id', '=', 'm.account_id')
            .select('g.seal_id'),
        ),
      ]),
    )
    .select(({ fn }) => fn.countAll<number>().as('number'))
}

/** At most 50 members who can take contracts over: enabled, and neither the asker nor `exceptId`. */
export const colleagueList: Handler<typeof members.colleagueList> = async (
  { db },
  { tenantId, accountId, space },
  { keyword, exceptId },
) => {
  if (space.kind === 'person') return { colleagueArray: [] }
  const leaving = exceptId && isUuid(exceptId) ? exceptId : accountId
  const rows = await db.read(tenantId, (tenant) =>
    membersOf(tenant, tenantId, keyword)
      .where('m.state', '=', 'accepted')
      .where('m.account_id', '<>', leaving)
      .orderBy('m.is_owner', 'desc')
      .orderBy('m.created_at')
      .limit(50)
      .select(['m.account_id', 'm.is_owner', 'd.name as department_name', shownName.as('name')])
      .execute(),
  )
  return {
    colleagueArray: rows.map((row) => ({
      memberId: row.account_id,
      memberName: row.name,
      departmentName: row.department_name,
      isSpaceOwner: row.is_owner ? 'yes' : 'no',
    })),
  }
}
