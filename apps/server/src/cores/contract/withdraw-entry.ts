import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { withholdMessages } from '#src/platform/messages/withhold-messages.ts'
import type { PartyRow } from './contract-rows.ts'
import { contractLink } from './short-link.ts'

/**
 * Ends what waits for a phone: its handle, its tickets, and messages that have not left yet. Runs in the home tenant.
 */
export async function withdrawEntry(deps: Pick<Deps, 'config' | 'now'>, tx: Db, party: PartyRow): Promise<void> {
  const { tenant_id: tenantId, contract_id: contractId, party_no: partyNo, sign_id: signId } = party
  await tx
    .deleteFrom('waiting_entry')
    .where('home_tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .where('party_no', '=', partyNo)
    .execute()
  await tx.deleteFrom('entry').where('tenant_id', '=', tenantId).where('sign_id', '=', signId).execute()
  const leadsHere = sql<boolean>`(content -> 'values' ->> 'url' = ${contractLink(deps, signId)}
    or sha256(convert_to(substring(content -> 'values' ->> 'url' from '/t/([^/]+)$'), 'UTF8')) in (
      select token_hash from ticket where contract_id = ${contractId} and party_no = ${partyNo}))`
  await withholdMessages(tx, party.phone, leadsHere, deps.now())
  await tx.deleteFrom('ticket').where('contract_id', '=', contractId).where('party_no', '=', partyNo).execute()
}
