import type { Member, OwnSpace } from '#src/platform/actor.ts'

/** Who changes a company's members: an administrator, or the company's identity provider. */
export type MemberChanger = Pick<Member, 'tenantId' | 'accountId' | 'nickName' | 'address'> & {
  space: Pick<OwnSpace, 'name' | 'companyId' | 'authStatus'>
  /** The log then says what did it, and no account. */
  isProvider?: true
  /** Whom an invitation names, where that is somebody else. */
  inviterName?: string
}
