import type { Db } from '#src/platform/database/database.ts'
import type { StoredContract } from './contract-rows.ts'
import type { Change } from './decision.ts'
import type { Claimant } from './party-account.ts'

/** A part of a contract that waits for somebody: of a copy recipient `party_no` is 0, of a party `cc_no`. */
export type Waiting = { home_tenant_id: string; contract_id: string; party_no: number; cc_no: number }

/** Gives what waited to whoever has proved to be meant (checklist I10); nothing when it is no part any more. */
export function claiming({ parties, cc }: StoredContract, waiting: Waiting, claimant: Claimant): Change {
  const recipient = cc.find(({ cc_no }) => cc_no === waiting.cc_no)
  if (recipient) {
    return {
      entries: [{ kind: 'claim', signId: recipient.sign_id, claimant }],
      recipients: [{ ccNo: recipient.cc_no, set: { cc_tenant_id: claimant.tenantId, account_id: claimant.accountId } }],
    }
  }
  const party = parties.find(({ party_no }) => party_no === waiting.party_no)
  if (!party) return {}
  const set = { party_tenant_id: claimant.tenantId, account_id: claimant.accountId }
  return {
    parties: [{ partyNo: party.party_no, set }],
    entries: [{ kind: 'claim', signId: party.sign_id, claimant }],
  }
}

/** Whether the entry waited still; it does no more. */
export async function takeWaiting(tx: Db, waiting: Waiting): Promise<boolean> {
  const taken = await tx
    .deleteFrom('waiting_entry')
    .where('home_tenant_id', '=', waiting.home_tenant_id)
    .where('contract_id', '=', waiting.contract_id)
    .where('party_no', '=', waiting.party_no)
    .where('cc_no', '=', waiting.cc_no)
    .executeTakeFirst()
  return taken.numDeletedRows === 1n
}
