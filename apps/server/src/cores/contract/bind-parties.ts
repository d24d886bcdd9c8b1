import { hasLeft } from '@moqi/domain/contract/party-lifecycle'
import type { Db } from '#src/platform/database/database.ts'
import { lockPhones } from '#src/platform/database/phone-lock.ts'
import type { StoredContract, PartyRow } from './contract-rows.ts'
import type { Change, PartyFields } from './decision.ts'
import { type Claimant, findClaimant } from './party-account.ts'

/** Whose each party is, by its number; null for one that nobody may claim yet. */
export type Claimants = ReadonlyMap<number, Claimant | null>

/**
 * Looks up whose the parties are. Their phones are held until the transaction ends, and those of the copy recipients,
 * who come next: all in one order.
 */
export async function claimantsOf(tx: Db, { parties, cc }: StoredContract): Promise<Claimants> {
  await lockPhones(
    tx,
    [...parties, ...cc].map(({ phone }) => phone),
  )
  const claimants = new Map<number, Claimant | null>()
  for (const party of parties) claimants.set(party.party_no, await findClaimant(tx, party))
  return claimants
}

/**
 * Gives every party its handle: its claimant's, or waiting until somebody proves phone and name (checklist I10). An
 * initiator who signs keeps one handle for both roles (I3).
 */
export function bindParties(stored: StoredContract, claimants: Claimants): Pick<Change, 'parties' | 'entries'> {
  let initiatorSigns = false
  const parties = stored.parties.map((party) => {
    const claimant = claimants.get(party.party_no) ?? null
    const asInitiator = !initiatorSigns && isInitiator(claimant, stored)
    initiatorSigns ||= asInitiator
    return { partyNo: party.party_no, set: bound(stored, party, claimant, asInitiator) }
  })
  return { parties, entries: parties.map(({ partyNo }) => ({ kind: 'give', partyNo })) }
}

/** What binding says of one party that joins or changes while others are bound. */
export function boundParty(stored: StoredContract, party: PartyRow, claimant: Claimant | null): PartyFields {
  const initiatorSigns = stored.parties.some(
    (other) =>
      other.party_no !== party.party_no && !hasLeft(other) && other.sign_id === stored.contract.initiator_sign_id,
  )
  return bound(stored, party, claimant, !initiatorSigns && isInitiator(claimant, stored))
}

const bound = (
  { contract }: StoredContract,
  party: PartyRow,
  claimant: Claimant | null,
  asInitiator: boolean,
): PartyFields => ({
  sign_id: asInitiator ? contract.initiator_sign_id : party.sign_id,
  party_tenant_id: claimant?.tenantId ?? null,
  account_id: claimant?.accountId ?? null,
})

const isInitiator = (claimant: Claimant | null, { contract }: StoredContract) =>
  claimant?.tenantId === contract.tenant_id && claimant.accountId === contract.initiator_account_id
