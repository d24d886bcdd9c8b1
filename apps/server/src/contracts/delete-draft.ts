import type { Input } from '@moqi/api/call'
import type { task } from '@moqi/api/task'
import type { StoredContract } from '#src/cores/contract/contract-rows.ts'
import { type ContractVerb, noFacts } from '#src/cores/contract/contract-verb.ts'
import type { Change } from '#src/cores/contract/decision.ts'
import { binJob } from './recycle-bin.ts'

/** Deletes a contract that was never sent: it goes to the recycle bin for 30 days (checklist C51). */
export const deleteDraft: ContractVerb<Input<typeof task.deleteTask>, null, null> = {
  operation: 'delete',
  facts: noFacts,
  decide: ({ stored }) => ({ ...deletion(stored), answer: () => null }),
}

/** Puts a contract that was never sent into its initiator's recycle bin, which lets go of it after 30 days. */
export function deletion({ contract }: StoredContract): Change {
  const { tenant_id: tenantId, initiator_account_id: accountId, contract_id: contractId } = contract
  return {
    moves: [{ of: 'contract', event: 'delete' }],
    jobs: [binJob({ tenantId, accountId, contractId }, tenantId)],
  }
}
