import type { operatorTenant } from '@moqi/api/tenant'
import { maskPhone } from '@moqi/domain/identity/phone'
import type { Handler } from '#src/platform/handlers.ts'
import { pageOf, readCursor } from '#src/platform/keyset.ts'

const pageSize = 20

/** Who belongs to a space that is looked into, and as what; the newest first. */
export const tenantMembers: Handler<typeof operatorTenant.tenantMembers> = async ({ db }, _operator, input) => {
  const { tenantId, cursor } = input
  const after = readCursor(cursor)
  const rows = await db.directory((directory) =>
    directory
      .selectFrom('membership as m')
      .innerJoin('account as a', 'a.account_id', 'm.account_id')
      .leftJoin('company_role as r', (join) =>
        join.onRef('r.tenant_id', '=', 'm.tenant_id').onRef('r.role_id', '=', 'm.role_id'),
      )
      .where('m.tenant_id', '=', tenantId)
      .$if(after !== null, (query) =>
        query.where((eb) =>
          eb(eb.refTuple('m.created_at', 'm.account_id'), '<', eb.tuple(after?.at ?? 0, after?.id ?? '')),
        ),
      )
      .orderBy('m.created_at', 'desc')
      .orderBy('m.account_id', 'desc')
      .limit(pageSize + 1)
      .select(['m.account_id', 'm.name', 'm.is_owner', 'm.state', 'm.created_at', 'a.phone', 'a.nick_name'])
      .select('r.name as role')
      .execute(),
  )
  const { page, nextCursor } = pageOf(rows, pageSize, ({ created_at: at, account_id: id }) => ({ at, id }))
  return {
    memberArray: page.map((row) => ({
      memberId: row.account_id,
      memberName: row.name || row.nick_name,
      phone: maskPhone(row.phone),
      isOwner: row.is_owner ? 1 : 0,
      memberStatus: row.state === 'accepted' ? 'enabled' : 'disabled',
      roleName: row.is_owner ? '管理员' : (row.role ?? '经办人'),
      joinTime: row.created_at,
    })),
    nextCursor,
  }
}
