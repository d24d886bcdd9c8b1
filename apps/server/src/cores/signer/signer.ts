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

/** The signed-in member as a signer. */
export const signerOf = (member: Member): Signer => ({
  accountId: member.accountId,
  tenantId: member.tenantId,
  space: member.space,
  personName: member.spaces.find(({ kind }) => kind === 'person')?.name || member.nickName,
  actor: actorOf(member),
})
