import { Refusal } from '@moqi/domain/refusal'
import type { Member } from '#src/platform/actor.ts'
import type { Schema } from '#src/platform/database/schema.ts'

type Granted = Pick<Schema['seal'], 'kind' | 'holder_account_id'>

/** Whether a manager of seals may grant this one: the legal representative's is let by that person alone. */
export const mayGrant = ({ accountId }: Pick<Member, 'accountId'>, { kind, holder_account_id }: Granted): boolean =>
  kind !== 'legal' || holder_account_id === accountId

/** Throws `session/forbidden` unless the member may grant this seal. */
export function requireMayGrant(member: Pick<Member, 'accountId'>, seal: Granted): void {
  if (!mayGrant(member, seal)) throw new Refusal('session/forbidden')
}
