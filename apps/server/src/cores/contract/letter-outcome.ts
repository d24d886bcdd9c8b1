import type { LetterOutcome } from '#src/cores/seal/settle-letter.ts'
import type { Applied } from './apply-change.ts'

/** How a change ends a letter by which a seal is granted; null for every other change. */
export function letterOutcome({ before, after: { contract } }: Applied): LetterOutcome | null {
  if (contract.kind !== 'grant' || contract.state === before.contract.state) return null
  if (contract.state === 'finish') return 'signed'
  return contract.state === 'reject' || contract.state === 'recall' || contract.state === 'expired'
    ? contract.state
    : null
}
