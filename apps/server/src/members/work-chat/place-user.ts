import { addMemberLog } from '#src/cores/identity/member-log.ts'
import { departmentName } from '#src/members/groups.ts'
import type { MemberChanger } from '#src/members/member-changer.ts'
import { memberOf } from '#src/members/member-rows.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

/**
 * Puts a member, or whoever is invited, into a department of the company's; null is none, undefined leaves it as it is.
 * The role is not the book's.
 */
export async function placeUser(
  deps: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  by: MemberChanger,
  { userId, departmentId }: { userId: string; departmentId: string | null | undefined },
): Promise<void> {
  if (departmentId === undefined) return
  const { tenantId } = by
  const user = await tx
    .selectFrom('provisioned_user')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .select(['account_id', 'phone'])
    .executeTakeFirst()
  if (user?.account_id == null) {
    await tx
      .updateTable('invitation')
      .set({ department_id: departmentId })
      .where('tenant_id', '=', tenantId)
      .where('phone', '=', user?.phone ?? '')
      .where('state', '=', 'invited')
      .execute()
    return
  }
  const { numUpdatedRows } = await tx
    .updateTable('membership')
    .set({ department_id: departmentId })
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', user.account_id)
    .where('department_id', 'is distinct from', departmentId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  const { name } = await memberOf(tx, tenantId, user.account_id)
  const department = (await departmentName(tx, tenantId, departmentId)) ?? '未分配部门'
  await addMemberLog(deps, tx, by, { tenantId, verb: 'change', detail: `${name}：${department}` })
}
