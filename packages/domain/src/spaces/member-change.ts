import { dayMs } from '../time/civil-date.ts'

/** What can be done to several members at once. */
export const memberDeeds = ['department', 'role', 'disable'] as const
/** A member of `memberDeeds`. */
export type MemberDeed = (typeof memberDeeds)[number]

/** How many members one change takes at most, how long it can be undone, how many changes are listed. */
export const memberChangeLimits = { members: 500, undoMs: dayMs, listed: 10 } as const

/** What is asked for: `target` is the department or the role, null for none; nothing of a disabling. */
export type MemberWish = { readonly deed: MemberDeed; readonly target: string | null }

/** A member as far as a change asks. */
export type ChangedMember = {
  readonly accountId: string
  readonly isOwner: boolean
  readonly isDisabled: boolean
  readonly departmentId: string | null
  readonly roleId: string | null
}

/** Who would change, who is so already, and who stays as they are, with the reason. */
export type MemberPlan<M extends ChangedMember> = {
  changing: M[]
  same: M[]
  left: { member: M; message: string }[]
}

/** What a change would do to each of these members; an administrator has no other role, nobody disables themselves. */
export function planMemberChange<M extends ChangedMember>(
  members: readonly M[],
  wish: MemberWish,
  selfId: string,
): MemberPlan<M> {
  const plan: MemberPlan<M> = { changing: [], same: [], left: [] }
  for (const member of members) {
    const message = whyLeft(member, wish, selfId)
    if (message !== null) plan.left.push({ member, message })
    else if (isSo(member, wish)) plan.same.push(member)
    else plan.changing.push(member)
  }
  return plan
}

function whyLeft({ accountId, isOwner }: ChangedMember, { deed }: MemberWish, selfId: string): string | null {
  if (deed === 'role' && isOwner) return '管理员的角色不能更改'
  return deed === 'disable' && accountId === selfId ? '不能停用自己' : null
}

/** Whether a member is already as the wish would have it. */
export function isSo({ departmentId, roleId, isDisabled }: ChangedMember, { deed, target }: MemberWish): boolean {
  if (deed === 'disable') return isDisabled
  return (deed === 'department' ? departmentId : roleId) === target
}
