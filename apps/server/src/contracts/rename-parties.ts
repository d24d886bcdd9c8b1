import { contractLifecycle } from '@moqi/domain/contract/contract-lifecycle'
import { partyLifecycle } from '@moqi/domain/contract/party-lifecycle'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue, type JobPayloads } from '#src/platform/jobs/jobs.ts'

const openContracts = contractLifecycle.states.filter((state) => contractLifecycle.can(state, 'signed'))
const openParties = partyLifecycle.states.filter((state) => partyLifecycle.can(state, 'close'))

/** Queues the new name for each contract that the account has still to sign, in every space it acts in. */
export async function renameParties(deps: Deps, { accountId, was, is }: JobPayloads['renameParties']): Promise<void> {
  const spaces = await deps.db.directory((directory) =>
    directory.selectFrom('membership').where('account_id', '=', accountId).select('tenant_id').execute(),
  )
  for (const { tenant_id: own } of spaces) {
    await deps.db.write(own, async (tx) => {
      const rows = await tx
        .selectFrom('inbox')
        .where('tenant_id', '=', own)
        .where('account_id', '=', accountId)
        .where('contract_state', 'in', openContracts)
        .where('party_state', 'in', openParties)
        .select(['home_tenant_id', 'contract_id'])
        .execute()
      for (const { home_tenant_id: tenantId, contract_id: contractId } of rows) {
        await enqueue(tx, 'renameParty', { tenantId, contractId, accountId, was, is })
      }
    })
  }
}
