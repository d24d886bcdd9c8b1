import { boundParty } from '#src/cores/contract/bind-parties.ts'
import type { PartyRow, StoredContract } from '#src/cores/contract/contract-rows.ts'
import type { Claimant } from '#src/cores/contract/party-account.ts'

/** Who takes a party's place, and its handle. */
type Person = Pick<PartyRow, 'name' | 'phone' | 'company_name' | 'credit_code' | 'sign_id'>

/**
 * The new party that takes a party's turn and demands, and nothing it has proved, read or asked for; bound to
 * `claimant`, or waiting for whoever proves phone and name.
 */
export function successorOf(
  stored: StoredContract,
  own: PartyRow,
  person: Person,
  claimant: Claimant | null,
): PartyRow {
  const successor: PartyRow = {
    tenant_id: own.tenant_id,
    contract_id: own.contract_id,
    party_no: Math.max(...stored.parties.map(({ party_no }) => party_no)) + 1,
    sign_order: own.sign_order,
    kind: own.kind,
    name: person.name,
    phone: person.phone,
    company_name: person.company_name,
    credit_code: person.credit_code,
    identity_hash: null,
    identity_mask: null,
    sign_kind: own.sign_kind,
    state: own.state === 'waiting' ? 'waiting' : 'toSign',
    will_kind: own.will_kind,
    private_message: own.private_message,
    forced_reading: own.forced_reading,
    reading_done_at: null,
    sign_id: person.sign_id,
    party_tenant_id: null,
    account_id: null,
    read_at: null,
    signed_at: null,
    finished_mail: null,
  }
  const others = { ...stored, parties: stored.parties.filter((party) => party !== own) }
  return { ...successor, ...boundParty(others, successor, claimant) }
}
