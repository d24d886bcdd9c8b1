import type { Input, Output } from '@moqi/api/call'
import type { members } from '@moqi/api/members'
import { checkPassportName } from '@moqi/domain/identity/person-name'
import { checkPhone, maskPhone } from '@moqi/domain/identity/phone'
import { nullWhenRefused, Refusal } from '@moqi/domain/refusal'
import { invitationLifecycle } from '@moqi/domain/spaces/invitation-lifecycle'
import { invitationLimits } from '@moqi/domain/spaces/invitation-reply'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { changeCompany } from './change-company.ts'
import { requireGroups } from './groups.ts'
import { expireInvitations, newestInvitation } from './invitation-rows.ts'
import { addMemberLog } from '#src/cores/identity/member-log.ts'
import type { MemberChanger } from './member-changer.ts'
import { memberByPhone } from './member-rows.ts'
import { sendInvitation, sentTooOften } from './send-invitation.ts'

type Invite = typeof members.inviteUser
type Asked = Input<Invite>['inviteArray'][number]

/** Throws `space/not-authenticated`: in the name of a company nobody has authenticated, nobody is invited. */
export function requireAuthenticated({ space }: Pick<MemberChanger, 'space'>): void {
  if (space.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
}

/** Invites up to 50 people by phone, for seven days each; who cannot be invited is named with the reason. */
export const inviteUser: Handler<Invite> = async (deps, member, { inviteArray }) => {
  requireAuthenticated(member)
  return changeCompany(deps, member.tenantId, async (tx) => {
    const failArray: Output<Invite>['failArray'] = []
    for (const asked of inviteArray) {
      const message = await invite(deps, tx, member, asked)
      if (message !== null) failArray.push({ memberName: asked.memberName, phone: asked.phone, message })
    }
    return keepAnswer(tx, deps, member, { successNumber: inviteArray.length - failArray.length, failArray })
  })
}

/** Invites one person; answers why it cannot be, null when it is done. */
export async function invite(deps: Deps, tx: Db, member: MemberChanger, asked: Asked): Promise<string | null> {
  const { tenantId } = member
  const name = checkPassportName(asked.memberName)
  if (!name.ok) return name.message
  const phone = checkPhone(asked.phone)
  if (!phone.ok) return phone.message
  const groups = await requireGroups(tx, tenantId, asked).catch(nullWhenRefused)
  if (!groups) return '部门或角色不存在，请刷新后重试'
  const obstacle = await obstacleOf(deps, tx, tenantId, phone.value)
  if (obstacle !== null) return obstacle
  await tx
    .insertInto('invitation')
    .values({
      tenant_id: tenantId,
      invitation_id: deps.newId(),
      phone: phone.value,
      name: name.value,
      department_id: groups.departmentId,
      role_id: groups.roleId,
      state: invitationLifecycle.initial,
      inviter_account_id: member.accountId,
      link_hash: null,
      sends: 1,
      sent_at: deps.now(),
      expires_at: deps.now() + invitationLimits.lifeMs,
      answered_at: null,
      created_at: deps.now(),
    })
    .execute()
  await sendInvitation(deps, tx, member, phone.value)
  const detail = `${name.value} ${maskPhone(phone.value)}`
  await addMemberLog(deps, tx, member, { tenantId, verb: 'invite', detail })
  return null
}

async function obstacleOf(deps: Deps, tx: Db, tenantId: string, phone: string): Promise<string | null> {
  const known = await memberByPhone(tx, tenantId, phone)
  if (known?.state === 'disabled') return '该手机号对应的成员已停用，请在成员列表中启用'
  if (known) return '该手机号已是企业成员'
  const before = await newestInvitation(tx, { tenantId, phone }, deps.now())
  if (before?.state === 'invited') return '该手机号已邀请过，请在待加入中再次邀请'
  await expireInvitations(tx, { tenantId, phone }, deps.now())
  return sentTooOften(tx, tenantId, phone, deps.now())
}
