import { rowStatus } from '@moqi/domain/contract/row-policy'
import type { StoredContract } from '#src/cores/contract/contract-rows.ts'
import type { Entry } from '#src/cores/contract/entry.ts'
import type { Db } from '#src/platform/database/database.ts'
import { tell } from '#src/platform/live/live-event.ts'

/** Tells the open pages of the initiator, and the party's own on other devices, that its papers have changed. */
export function tellPapers(tx: Db, { contract, parties }: StoredContract, entry: Entry): void {
  const viewers = [
    {
      tenantId: contract.tenant_id,
      accountId: contract.initiator_account_id,
      signId: contract.initiator_sign_id,
    },
    { tenantId: entry.tenantId, accountId: entry.accountId, signId: entry.signId },
  ]
  for (const viewer of viewers) {
    const own = parties.find(({ sign_id }) => sign_id === viewer.signId)
    const status = rowStatus({ contractState: contract.state, ownPartyState: own?.state ?? null })
    tell(tx, { about: 'row', ...viewer, contractId: contract.contract_id, status })
  }
}
