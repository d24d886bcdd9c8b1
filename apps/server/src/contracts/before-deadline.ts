import { Refusal } from '@moqi/domain/refusal'
import type { ContractRow } from '#src/cores/contract/contract-rows.ts'

/** Throws `contract/changed` once the deadline has passed: the job that ends the contract is on its way. */
export function checkBeforeDeadline({ sign_expire_at }: Pick<ContractRow, 'sign_expire_at'>, now: number): void {
  if (now > (sign_expire_at ?? 0)) throw new Refusal('contract/changed')
}
