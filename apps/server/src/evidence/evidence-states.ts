import type { ContractState } from '@moqi/domain/contract/contract-lifecycle'
import { Refusal } from '@moqi/domain/refusal'

/** What may be asked for: a report alone, or with the documents. */
export type EvidenceKind = 'report' | 'bundle'

const complete: readonly ContractState[] = ['finish', 'voided']
/** Documents are given out when they are complete; a report also tells how a contract ended without being finished. */
const states: Record<EvidenceKind, ReadonlySet<ContractState>> = {
  bundle: new Set(complete),
  report: new Set([...complete, 'reject', 'recall', 'expired']),
}

/** Whether a contract in that state has it. */
export const hasEvidence = (kind: EvidenceKind, state: ContractState): boolean => states[kind].has(state)

/** Throws `contract/not-downloadable` when it has not. */
export function requireEvidence(kind: EvidenceKind, state: ContractState): void {
  if (!hasEvidence(kind, state)) throw new Refusal('contract/not-downloadable', { state })
}
