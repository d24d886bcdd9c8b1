import type { Member, OwnSpace } from '#src/platform/actor.ts'
import { type Actor, actorOf } from '#src/cores/contract/contract-log.ts'

/**
 * On whose behalf something is signed: a person acting in a space, whether by a request now or by a job that carries
 * out what that person has agreed to.
 */
export type Signer = {
  accountId: string
  tenantId: string
  space: OwnSpace
  /** Real name, or the nickname of who has none. */
  personName: string
  actor: Actor
}

type Someone = Pick<Member, 'accountId' | 'tenantId' | 'space' | 'spaces' | 'nickName'>

/** The signed-in member as a signer. */
export const signerOf = (member: Member): Signer => signing(member, actorOf(member))

/** Somebody who has agreed to it before, as a job signs for them. */
export const signerFor = (member: Someone): Signer =>
  signing(member, { accountId: member.accountId, name: member.nickName })

/** A company whose seal is put on automatically: nobody's deed, and by no office; the member is whose part it is. */
export const signerByItself = (member: Someone): Signer => ({
  ...signing(member, { accountId: null, name: '自动签署' }),
  space: { ...member.space, isOwner: false },
})

const signing = ({ accountId, tenantId, space, spaces, nickName }: Someone, actor: Actor): Signer => ({
  accountId,
  tenantId,
  space,
  personName: spaces.find(({ kind }) => kind === 'person')?.name || nickName,
  actor,
})
