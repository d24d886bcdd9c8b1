import { Refusal } from '@moqi/domain/refusal'
import type { ContractRow } from '#src/cores/contract/contract-rows.ts'

/**
 * Throws `contract/illegal-move` for a void agreement: parties, file and places follow from the contract it voids.
 */
export function refuseAgreement({ kind, state }: Pick<ContractRow, 'kind' | 'state'>): void {
  if (kind === 'void') throw new Refusal('contract/illegal-move', { state, event: 'edit' })
}
