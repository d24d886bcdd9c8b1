import { changeContracts } from '#src/cores/contract/change-contracts.ts'
import { claiming, takeWaiting, type Waiting } from '#src/cores/contract/claim-entry.ts'
import { nullWhenGone, system } from '#src/cores/contract/contract-job.ts'
import { type Claimant, findClaimant } from '#src/cores/contract/party-account.ts'
import type { Deps } from '#src/platform/deps.ts'

/**
 * Hands an account the entries that wait for its phone and name (checklist I10). Runs as a job when an account becomes
 * real-named; a repeat finds nothing left to do.
 */
export async function claimEntries(deps: Deps, { accountId }: { accountId: string }): Promise<void> {
  const waiting = await deps.db.directory((directory) =>
    directory
      .selectFrom('waiting_entry as w')
      .innerJoin('account as a', 'a.phone', 'w.phone')
      .where('a.account_id', '=', accountId)
      .selectAll('w')
      .execute(),
  )
  for (const entry of waiting) {
    const claimant = await deps.db.directory((directory) => findClaimant(directory, entry))
    if (claimant) await claim(deps, entry, claimant)
  }
}

async function claim(deps: Deps, waiting: Waiting, claimant: Claimant): Promise<void> {
  const place = { homeTenantId: waiting.home_tenant_id, contractId: waiting.contract_id }
  await changeContracts(deps, system, [place], {
    facts: (tx) => takeWaiting(tx, waiting),
    decide: ([stored], taken) => ({ changes: taken ? [claiming(stored, waiting, claimant)] : [], answer: () => null }),
  }).catch(nullWhenGone)
}
