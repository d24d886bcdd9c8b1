import type { LetterKind } from '@moqi/domain/contract/contract-lifecycle'
import { hasLeft } from '@moqi/domain/contract/party-lifecycle'
import { settleCompanyLetter } from '#src/cores/identity/settle-company-letter.ts'
import { settleLetter } from '#src/cores/seal/settle-letter.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Applied } from './apply-change.ts'

type Settling = Pick<Deps, 'config' | 'now' | 'newId' | 'sms' | 'derivationKey'>
type Outcome = 'signed' | 'reject' | 'recall' | 'expired'
type Settle = (deps: Settling, tx: Db, applied: Applied, outcome: Outcome) => Promise<void>

/** What the end of each kind of letter makes of what it is of. */
const settlings: Readonly<Record<LetterKind, Settle>> = {
  grant: (deps, tx, { after: { contract } }, outcome) =>
    settleLetter(deps, tx, { tenantId: contract.tenant_id, contractId: contract.contract_id }, outcome),
  companyAuth: (deps, tx, { after: { contract, parties } }, outcome) =>
    settleCompanyLetter(
      deps,
      tx,
      contract.contract_id,
      outcome === 'signed'
        ? { signers: parties.filter((party) => !hasLeft(party)).map(({ account_id }) => account_id) }
        : { end: outcome, words: contract.close_reason ?? '' },
    ),
}

/** What a change makes of what its letter is of, in its transaction; nothing for all but a few. */
export async function settleEnded(deps: Settling, tx: Db, applied: Applied): Promise<void> {
  const { kind } = applied.after.contract
  const outcome = letterOutcome(applied)
  if (outcome !== null && (kind === 'grant' || kind === 'companyAuth'))
    await settlings[kind](deps, tx, applied, outcome)
}

/** How a change ends a contract that may be a letter; null for every other change. */
function letterOutcome({ before, after: { contract } }: Applied): Outcome | null {
  if (contract.state === before.contract.state) return null
  if (contract.state === 'finish') return 'signed'
  return contract.state === 'reject' || contract.state === 'recall' || contract.state === 'expired'
    ? contract.state
    : null
}
