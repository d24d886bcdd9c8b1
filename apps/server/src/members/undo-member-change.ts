import type { memberChange } from '@moqi/api/member-change'
import { Refusal } from '@moqi/domain/refusal'
import { isSo } from '@moqi/domain/spaces/member-change'
import { addMemberLog } from '#src/cores/identity/member-log.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { changeCompany } from './change-company.ts'
import { switchMember } from './change-member.ts'
import { membersOf } from './list-members.ts'
import { findMemberChange, type MemberBefore, type MemberChangeRow, undoUntil } from './member-changes.ts'

type Left = { memberName: string; message: string }

/**
 * Gives members back what they were before a change, within a day of it. Whoever has left, was changed again, or whose
 * department or role is gone, stays as they are and is named.
 */
export const undoMemberChange: Handler<typeof memberChange.undoMemberChange> = async (deps, member, { changeId }) => {
  const { tenantId } = member
  return changeCompany(deps, tenantId, async (tx) => {
    const change = await findMemberChange(tx, tenantId, changeId)
    if (!change || undoUntil(change, deps.now()) === null) throw new Refusal('member/change-not-found')
    const { changed, left } = await stillAsChanged(tx, change)
    const groups = await livingGroups(tx, tenantId)
    let restoredNumber = 0
    for (const one of changed) {
      const before = change.deed === 'department' ? one.before.departmentId : one.before.roleId
      if (change.deed !== 'disable' && before !== null && !groups.has(before)) {
        left.push({ memberName: one.before.name, message: '原来的部门或角色已删除' })
        continue
      }
      await restore(deps, tx, member, { change, ...one })
      restoredNumber += 1
    }
    await tx
      .updateTable('member_change')
      .set({ undone_at: deps.now(), undone_by: member.nickName })
      .where('tenant_id', '=', tenantId)
      .where('change_id', '=', changeId)
      .execute()
    const detail = `${change.label}，恢复${restoredNumber}人`
    await addMemberLog(deps, tx, member, { tenantId, verb: 'undoMany', detail })
    return keepAnswer(tx, deps, member, { restoredNumber, leftArray: left })
  })
}

type Changed = { before: MemberBefore; target: Parameters<typeof switchMember>[3]['target'] }

async function stillAsChanged(tx: Db, change: MemberChangeRow): Promise<{ changed: Changed[]; left: Left[] }> {
  const { deed, target, members, tenant_id } = change
  const rows = await membersOf(tx, tenant_id, undefined)
    .where(
      'm.account_id',
      'in',
      members.map(({ accountId }) => accountId),
    )
    .select(['m.account_id', 'm.is_owner', 'm.state', 'm.department_id', 'm.role_id', 'a.phone'])
    .execute()
  const byId = new Map(rows.map((row) => [row.account_id, row]))
  const changed: Changed[] = []
  const left: Left[] = []
  for (const before of members) {
    const row = byId.get(before.accountId)
    const { accountId, name } = before
    const isSame =
      row &&
      isSo(
        {
          accountId,
          isOwner: row.is_owner,
          isDisabled: row.state === 'disabled',
          departmentId: row.department_id,
          roleId: row.role_id,
        },
        { deed, target },
      )
    if (!row) left.push({ memberName: name, message: '已离开企业' })
    else if (!isSame) left.push({ memberName: name, message: '之后又被修改过' })
    else
      changed.push({
        before,
        target: { accountId, name, phone: row.phone, isOwner: row.is_owner, state: row.state },
      })
  }
  return { changed, left }
}

/** Departments and roles that there are, by id. */
async function livingGroups(tx: Db, tenantId: string): Promise<Set<string>> {
  const departments = await tx
    .selectFrom('department')
    .where('tenant_id', '=', tenantId)
    .select('department_id')
    .execute()
  const roles = await tx.selectFrom('company_role').where('tenant_id', '=', tenantId).select('role_id').execute()
  return new Set([...departments.map(({ department_id }) => department_id), ...roles.map(({ role_id }) => role_id)])
}

async function restore(
  deps: Deps,
  tx: Db,
  by: Member,
  { change: { deed }, before, target }: Changed & { change: MemberChangeRow },
): Promise<void> {
  if (deed === 'disable') return switchMember(deps, tx, by, { target, verb: 'enable' })
  const { departmentId, roleId, roleSince, roleGiver, accountId, name } = before
  await tx
    .updateTable('membership')
    .set(
      deed === 'department'
        ? { department_id: departmentId }
        : { role_id: roleId, role_since: roleSince, role_giver: roleGiver },
    )
    .where('tenant_id', '=', by.tenantId)
    .where('account_id', '=', accountId)
    .execute()
  const what = deed === 'department' ? '恢复原来的部门' : '恢复原来的角色'
  return addMemberLog(deps, tx, by, { tenantId: by.tenantId, verb: 'change', detail: `${name}：${what}` })
}
