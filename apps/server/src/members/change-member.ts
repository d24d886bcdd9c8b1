import type { members } from '@moqi/api/members'
import { checkPassportName } from '@moqi/domain/identity/person-name'
import { Refusal } from '@moqi/domain/refusal'
import { membershipLifecycle } from '@moqi/domain/spaces/membership-lifecycle'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { lockPhones } from '#src/platform/database/phone-lock.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import { changeCompany } from './change-company.ts'
import { leaveSessions } from './former-member.ts'
import { departmentName, findRole, requireGroups, roleName } from './groups.ts'
import { addMemberLog } from '#src/cores/identity/member-log.ts'
import type { MemberChanger } from './member-changer.ts'
import { keepAnAdministrator, memberOf, type MemberRow } from './member-rows.ts'
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
      .set(({ case: when, ref }) => ({
        name,
        department_id: departmentId,
        role_id: roleId,
        role_since: when()
          .when('role_id', 'is not distinct from', roleId)
          .then(ref('role_since'))
          .else(deps.now())
          .end(),
        role_giver: when()
          .when('role_id', 'is not distinct from', roleId)
          .then(ref('role_giver'))
          .else(member.nickName)
          .end(),
      }))
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
    await switchMember(deps, tx, member, { target, verb })
    return keepAnswer(tx, deps, member, null)
  })
}

/** Disables or enables a member, whoever asks. Throws `member/changed` and `member/last-administrator`. */
export async function switchMember(
  deps: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  by: MemberChanger,
  { target, verb }: { target: MemberRow; verb: 'enable' | 'disable' },
): Promise<void> {
  const { tenantId } = by
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
  await addMemberLog(deps, tx, by, { tenantId, verb, detail: target.name })
}
