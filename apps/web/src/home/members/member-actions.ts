import type { CompanyMember } from '@moqi/api/members'

/** What an administrator does with a member. */
export type MemberDeed = 'edit' | 'disable' | 'enable' | 'remove'
type MemberAction = { deed: MemberDeed; label: string; danger?: boolean }

/** What is offered for a member, in this order: oneself can only be edited, and an administrator not be put out. */
export function memberActions({ isSelf, isSpaceOwner, memberStatus }: CompanyMember): MemberAction[] {
  const edit: MemberAction = { deed: 'edit', label: '编辑' }
  if (isSelf === 'yes' || isSpaceOwner === 'yes') return [edit]
  const remove: MemberAction = { deed: 'remove', label: '移除', danger: true }
  return memberStatus === 'disabled'
    ? [{ deed: 'enable', label: '启用' }, edit, remove]
    : [edit, { deed: 'disable', label: '停用' }, remove]
}
