import type { AboutContract, NoticeFacts } from '@moqi/domain/messages/notice-facts'
import type { CcRow, PartyRow, StoredContract } from '#src/cores/contract/contract-rows.ts'
import { type Concerned, concernedInitiator, concernedParty, notifyPeople } from '#src/cores/contract/notify-people.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

type EndingKind = 'rejected' | 'recalled' | 'expired'
type Ending<K extends EndingKind> = {
  kind: K
  /** The account that ended it, which knows; null for the deadline. */
  by: string | null
  /** `isInitiator` of whom it is told. */
  factsOf: (about: AboutContract, isInitiator: boolean) => NoticeFacts[K]
}

/**
 * Tells everybody who knows of a contract that it ends before all have signed: the initiator, the parties, and the copy
 * recipients who were told of it (domain 5.1, rows 7–9). Runs before the parties move to their ends.
 */
export async function tellEnding<K extends EndingKind>(
  deps: Pick<Deps, 'config' | 'now' | 'newId' | 'sms'>,
  tx: Db,
  { contract, parties, cc }: StoredContract,
  { kind, by, factsOf }: Ending<K>,
): Promise<void> {
  const people = [
    concernedInitiator(contract),
    // Who was asked comes first: of two parties of one person that is the one heard of by SMS.
    ...parties.filter(isAsked).map(concernedParty),
    ...parties.filter(isWaitingListed).map((party) => ({ ...concernedParty(party), inAppOnly: true })),
    ...cc.filter(({ told_at }) => told_at !== null).map(concernedCopy),
  ].filter(({ to }) => !('accountId' in to) || to.accountId !== by)
  await notifyPeople(deps, tx, contract, people, {
    kind,
    factsOf: (about) => factsOf(about, about.signId === contract.initiator_sign_id),
  })
}

/** Whether the party was asked to sign, and still is one. */
const isAsked = ({ state }: PartyRow) => state !== 'waiting' && state !== 'transferred'

/** Whether the party was not asked yet but has the contract in its list. Anybody else has never heard of it. */
const isWaitingListed = ({ state, account_id }: PartyRow) => state === 'waiting' && account_id !== null

/** A copy recipient as notices reach it. */
const concernedCopy = ({ account_id, cc_tenant_id, phone, name, sign_id }: CcRow): Concerned => ({
  to: account_id !== null && cc_tenant_id !== null ? { accountId: account_id, tenantId: cc_tenant_id } : { phone },
  name,
  signId: sign_id,
})
