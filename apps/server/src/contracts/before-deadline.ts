import { Refusal } from '@moqi/domain/refusal'
import type { ContractRow } from '#src/cores/contract/contract-rows.ts'
import type { Deps } from '#src/platform/deps.ts'

/** Throws `contract/changed` once the deadline has passed: the job that ends the contract is on its way. */
export function checkBeforeDeadline({ now }: Pick<Deps, 'now'>, { sign_expire_at }: ContractRow): void {
  if (now() > (sign_expire_at ?? 0)) throw new Refusal('contract/changed')
}
