import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { autoGrantsFor } from '#src/cores/seal/auto-grants.ts'
import type { ContractRow, PartyRow } from './contract-rows.ts'
import { noteContact } from './party-contacts.ts'

/**
 * Has the company's seal put on by a job, where the party is the company that launched the contract and has authorised
 * that for its template; answers whether, else somebody must be asked. The job decides whether it can be. Runs in the
 * home tenant.
 */
export async function queueAutomatic(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  contract: ContractRow,
  party: PartyRow,
): Promise<boolean> {
  const { tenant_id: tenantId, contract_id: contractId } = contract
  // A template is its own company's: nobody else's contract is made from it.
  if (contract.kind !== 'normal' || party.kind !== 'company' || party.party_tenant_id !== tenantId) return false
  const grants = await autoGrantsFor(tx, { tenantId, contractId }, now())
  if (grants.length === 0) return false
  const partyNo = party.party_no
  await noteContact(tx, contract, { partyNo, what: 'opened' }, now())
  await enqueue(tx, 'signAutomatically', { tenantId, contractId, partyNo, tries: 0 })
  return true
}
