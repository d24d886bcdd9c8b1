import type { members } from '@moqi/api/members'
import { checkPassportName } from '@moqi/domain/identity/person-name'
import { Refusal } from '@moqi/domain/refusal'
import { membershipLifecycle } from '@moqi/domain/spaces/membership-lifecycle'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { lockPhones } from '#src/platform/database/phone-lock.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import { changeCompany } from './change-company.ts'
import { leaveSessions } from './former-member.ts'
import { departmentName, findRole, requireGroups, roleName } from './groups.ts'
import { addMemberLog } from './member-log.ts'
import { keepAnAdministrator, memberOf } from './member-rows.ts'
import { cancelTransfersOf } from './administration-transfers.ts'

/** Changes how the company calls a member, the department, the role. An administrator's role says nothing. */
export const updateMember: Handler<typeof members.updateMember> = async (deps, member, input) => {
  const name = fieldOf('memberName', checkPassportName(input.memberName))
  const { tenantId } = member
  return changeCompany(deps, tenantId, async (tx) => {
    const target = await memberOf(tx, tenantId, input.memberId)
    const { departmentId, roleId } = await requireGroups(tx, tenantId, input)
    await tx
      .updateTable('membership')
      .set({ name, department_id: departmentId, role_id: roleId })
      .where('tenant_id', '=', tenantId)
      .where('account_id', '=', target.accountId)
      .execute()
    const department = (await departmentName(tx, tenantId, departmentId)) ?? '未分配部门'
    const role = roleId === null ? null : await findRole(tx, tenantId, roleId)
    const detail = `${name}：${department}，${roleName(target.isOwner, role?.name ?? null)}`
    await addMemberLog(deps, tx, member, { tenantId, verb: 'change', detail })
    return keepAnswer(tx, deps, member, null)
  })
}

/**
 * Disables a member, who is out of the space from the next request on, or enables one again. What a disabled member
 * has to sign stays theirs; contracts sent meanwhile wait, and are claimed when enabled.
 */
export const updateMemberStatus: Handler<typeof members.updateMemberStatus> = async (
  deps,
  member,
  { memberId, memberStatus },
) => {
  const { tenantId } = member
  const verb = memberStatus === 'enabled' ? 'enable' : 'disable'
  return changeCompany(deps, tenantId, async (tx) => {
    const target = await memberOf(tx, tenantId, memberId)
    if (target.accountId === member.accountId) throw new Refusal('member/self', { message: '不能停用自己' })
    const state = membershipLifecycle.after(target.state, verb)
    if (verb === 'disable') await keepAnAdministrator(tx, tenantId, target)
    await lockPhones(tx, [target.phone])
    await tx
      .updateTable('membership')
      .set({ state })
      .where('tenant_id', '=', tenantId)
      .where('account_id', '=', target.accountId)
      .execute()
    if (verb === 'enable') await enqueue(tx, 'claimEntries', { accountId: target.accountId })
    if (verb === 'disable') {
      await cancelTransfersOf(tx, tenantId, target.accountId, deps.now())
      await leaveSessions(tx, tenantId, target.accountId)
    }
    await addMemberLog(deps, tx, member, { tenantId, verb, detail: target.name })
    return keepAnswer(tx, deps, member, null)
  })
}
