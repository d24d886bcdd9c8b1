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
import { type Groups, requireGroups } from './groups.ts'
import { expireInvitations } from './invitation-rows.ts'
import { inviteObstacles } from './invite-obstacles.ts'
import { addMemberLog } from '#src/cores/identity/member-log.ts'
import type { MemberChanger } from './member-changer.ts'
import { sendInvitation } from './send-invitation.ts'

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
  const obstacle = (await inviteObstacles(deps, tx, tenantId, [phone.value])).get(phone.value)
  if (obstacle) return obstacle.message
  await writeInvitation(deps, tx, member, { name: name.value, phone: phone.value, groups })
  return null
}

/** Writes the invitation of somebody against whom nothing stands, and sends it. */
export async function writeInvitation(
  deps: Deps,
  tx: Db,
  member: MemberChanger,
  { name, phone, groups }: { name: string; phone: string; groups: Groups },
): Promise<void> {
  const { tenantId } = member
  await expireInvitations(tx, { tenantId, phone }, deps.now())
  await tx
    .insertInto('invitation')
    .values({
      tenant_id: tenantId,
      invitation_id: deps.newId(),
      phone,
      name,
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
  await sendInvitation(deps, tx, member, phone)
  await addMemberLog(deps, tx, member, { tenantId, verb: 'invite', detail: `${name} ${maskPhone(phone)}` })
}
