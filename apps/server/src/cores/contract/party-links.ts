import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { ContractRow, PartyRow } from './contract-rows.ts'
import { contractLink } from './short-link.ts'
import { countTickets, makeTicket } from './ticket.ts'

type Linking = Pick<Deps, 'config' | 'now' | 'random' | 'derivationKey'>

/** Where a message leads whoever has that handle of the contract. */
type LinkOf = (handle: { signId: string }) => string

/**
 * Where messages about a contract lead its parties: whoever came in by a ticket, or has no account to come in by, by a
 * new ticket until `expiresAt`, for there may be no password to sign in with; everybody else by the contract's link.
 */
export async function partyLinks(
  deps: Linking,
  tx: Db,
  contract: ContractRow,
  { parties, expiresAt }: { parties: readonly PartyRow[]; expiresAt: number },
): Promise<LinkOf> {
  const links = new Map<string, string>()
  for (const { party_no: partyNo, sign_id, account_id } of parties) {
    const place = { homeTenantId: contract.tenant_id, contractId: contract.contract_id, partyNo }
    if (account_id !== null && (await countTickets(tx, place)) === 0) continue
    links.set(sign_id, await makeTicket(deps, tx, place, expiresAt))
  }
  return ({ signId }) => links.get(signId) ?? contractLink(deps, signId)
}
