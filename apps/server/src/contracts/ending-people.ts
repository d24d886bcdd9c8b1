import { hasLeft } from '@moqi/domain/contract/party-lifecycle'
import type { PartyRow, StoredContract } from '#src/cores/contract/contract-rows.ts'
import {
  type Concerned,
  concernedCopies,
  concernedInitiator,
  concernedParty,
} from '#src/cores/contract/notify-people.ts'

/**
 * Everybody who knows of a contract that ends before all have signed: the initiator, the parties, and the copy
 * recipients who were told of it (domain 5.1, rows 7–9), as it was before its end. `by` is the account that ends it,
 * which knows; null for the deadline.
 */
export const endingPeople = (stored: StoredContract, by: string | null): Concerned[] =>
  [
    concernedInitiator(stored.contract),
    // Who was asked comes first: of two parties of one person that is the one heard of by SMS.
    ...stored.parties.filter(wasAsked).map(concernedParty),
    ...stored.parties.filter(isWaitingListed).map((party) => ({ ...concernedParty(party), inAppOnly: true })),
    ...concernedCopies(stored),
  ].filter(({ to }) => !('accountId' in to) || to.accountId !== by)

/** Whether the party was asked to sign, and still is one. */
export const wasAsked = (party: PartyRow): boolean => party.state !== 'waiting' && !hasLeft(party)

/** Whether the party was not asked yet but has the contract in its list. Anybody else has never heard of it. */
export const isWaitingListed = ({ state, account_id }: PartyRow): boolean => state === 'waiting' && account_id !== null

/**
 * The same people, of whom only the initiator and who has opened the contract hear it by SMS: a text to anybody, chosen
 * by whoever launches and withdraws at no cost, is what that would be.
 */
export function recalledPeople(stored: StoredContract, by: string): Concerned[] {
  const opened = new Set(
    stored.parties
      .filter(({ read_at, signed_at }) => read_at !== null || signed_at !== null)
      .map(({ sign_id }) => sign_id)
      .concat(stored.contract.initiator_sign_id),
  )
  return endingPeople(stored, by).map((person) => ({ ...person, withoutSms: !opened.has(person.signId) }))
}
