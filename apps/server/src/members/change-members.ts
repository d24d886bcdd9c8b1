import type { Input } from '@moqi/api/call'
import type { memberChange } from '@moqi/api/member-change'
import { Refusal } from '@moqi/domain/refusal'
import {
  type ChangedMember,
  memberChangeLimits,
  type MemberWish,
  planMemberChange,
} from '@moqi/domain/spaces/member-change'
import { addMemberLog } from '#src/cores/identity/member-log.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { LivingMembership } from '#src/platform/database/space-tables.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { changeCompany } from './change-company.ts'
import { switchMember } from './change-member.ts'
import { departmentName, holdRole, requireGroups, roleName } from './groups.ts'
import { membersOf, shownName } from './list-members.ts'
import { keepMemberChange } from './member-changes.ts'

type Change = typeof memberChange.changeMembers
type Asked = Input<Change>
type FoundMember = ChangedMember & {
  name: string
  phone: string
  state: LivingMembership
  roleSince: number | null
  roleGiver: string | null
}

/**
 * Moves several members to a department, gives or takes a role, or disables them: `check` says in numbers what would
 * happen, `save` does it in one transaction. Nobody disables themselves, so an administrator is always left. Throws
 * `member/change-stale` when that is not what was shown.
 */
export const changeMembers: Handler<Change> = async (deps, member, asked) => {
  const { tenantId, accountId } = member
  return changeCompany(deps, tenantId, async (tx) => {
    const found = await foundMembers(tx, tenantId, asked)
    const wish = await wishOf(tx, tenantId, asked)
    const { changing, same, left } = planMemberChange(found, wish, accountId)
    const numbers = {
      foundNumber: found.length,
      changeNumber: changing.length,
      sameNumber: same.length,
      leftArray: left.map((one) => ({ memberName: one.member.name, message: one.message })),
    }
    if (asked.mode === 'check') return { ...numbers, changeId: null, undoUntil: null }
    if (asked.changeNumber !== undefined && asked.changeNumber !== changing.length) {
      const message = `将要调整的成员已变为${changing.length}人，请核对后重新操作`
      throw new Refusal('member/change-stale', { message })
    }
    const changeId = changing.length === 0 ? null : deps.newId()
    const undoUntil = changeId === null ? null : deps.now() + memberChangeLimits.undoMs
    if (changeId !== null) await carryOut(deps, tx, member, { wish, changing, changeId })
    return keepAnswer(tx, deps, member, { ...numbers, changeId, undoUntil })
  })
}

/** What is wished, of what the company has. Throws `member/group-not-found`. */
async function wishOf(tx: Db, tenantId: string, { deed, departmentId, roleId, mode }: Asked): Promise<MemberWish> {
  if (deed === 'disable') return { deed, target: null }
  const target = (deed === 'department' ? departmentId : roleId) ?? null
  // A check keeps nothing, and a preset role is written with its first holder.
  if (deed === 'department' || mode === 'save')
    await requireGroups(tx, tenantId, deed === 'department' ? { departmentId } : { roleId })
  return { deed, target }
}

async function foundMembers(tx: Db, tenantId: string, asked: Asked): Promise<FoundMember[]> {
  const { memberIdArray, keyword, inDepartmentId } = asked
  const ids = memberIdArray && [...new Set(memberIdArray)]
  if (ids && !ids.every(isUuid)) throw new Refusal('member/not-found')
  if (inDepartmentId && !isUuid(inDepartmentId)) throw new Refusal('member/group-not-found')
  const most = memberChangeLimits.members
  const rows = await membersOf(tx, tenantId, ids ? undefined : keyword)
    .$if(ids !== undefined, (query) => query.where('m.account_id', 'in', ids ?? []))
    .$if(ids === undefined && Boolean(inDepartmentId), (query) =>
      query.where('m.department_id', '=', inDepartmentId ?? ''),
    )
    .orderBy('m.created_at')
    .orderBy('m.account_id')
    .limit(most + 1)
    .select(['m.account_id', 'm.is_owner', 'm.state', 'm.department_id', 'm.role_id', 'm.role_since', 'm.role_giver'])
    .select(['a.phone', shownName.as('name')])
    .execute()
  if (ids && rows.length < ids.length) throw new Refusal('member/not-found')
  if (rows.length > most) {
    throw new Refusal('field/invalid', { field: 'keyword', message: `单次最多调整${most}人，请缩小搜索范围` })
  }
  return rows.map((row) => ({
    accountId: row.account_id,
    isOwner: row.is_owner,
    isDisabled: row.state === 'disabled',
    departmentId: row.department_id,
    roleId: row.role_id,
    name: row.name,
    phone: row.phone,
    state: row.state,
    roleSince: row.role_since,
    roleGiver: row.role_giver,
  }))
}

type Carried = { wish: MemberWish; changing: readonly FoundMember[]; changeId: string }

async function carryOut(deps: Deps, tx: Db, by: Member, { wish, changing, changeId }: Carried): Promise<void> {
  const { tenantId } = by
  const label = await labelOf(tx, tenantId, wish)
  await setGroups(deps, tx, by, { wish, accountIds: changing.map(({ accountId }) => accountId) })
  for (const target of changing) {
    if (wish.deed === 'disable') await switchMember(deps, tx, by, { target, verb: 'disable' })
    else await addMemberLog(deps, tx, by, { tenantId, verb: 'change', detail: `${target.name}：${label}` })
  }
  await addMemberLog(deps, tx, by, { tenantId, verb: 'changeMany', detail: `${label}，共${changing.length}人` })
  await keepMemberChange(tx, {
    tenant_id: tenantId,
    change_id: changeId,
    at: deps.now(),
    account_id: by.accountId,
    who: by.nickName,
    deed: wish.deed,
    target: wish.target,
    label,
    members: changing.map(({ accountId, name, departmentId, roleId, roleSince, roleGiver }) => ({
      accountId,
      name,
      departmentId,
      roleId,
      roleSince,
      roleGiver,
    })),
  })
}

async function setGroups(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  { tenantId, nickName }: Member,
  { wish: { deed, target }, accountIds }: { wish: MemberWish; accountIds: readonly string[] },
): Promise<void> {
  if (deed === 'disable') return
  const set =
    deed === 'department' ? { department_id: target } : { role_id: target, role_since: now(), role_giver: nickName }
  await tx
    .updateTable('membership')
    .set(set)
    .where('tenant_id', '=', tenantId)
    .where('account_id', 'in', [...accountIds])
    .execute()
}

async function labelOf(tx: Db, tenantId: string, { deed, target }: MemberWish): Promise<string> {
  if (deed === 'disable') return '停用'
  if (deed === 'department') return `部门改为${(await departmentName(tx, tenantId, target)) ?? '未分配部门'}`
  const role = target === null ? null : await holdRole(tx, tenantId, target)
  return `角色改为${roleName(false, role?.name ?? null)}`
}
