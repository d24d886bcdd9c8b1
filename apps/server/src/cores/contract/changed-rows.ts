import type { ContractRow, PartyRow, StoredContract } from './contract-rows.ts'
import { partyNamesOf } from './contract-rows.ts'
import type { Applied } from './apply-change.ts'
import { type Viewer, viewersOf } from './inbox-row.ts'

/** Whose list rows a change alters: who no longer sees the contract, and of the others all or those of some parties. */
export type ChangedRows = {
  /** Viewers whose rows go. */
  left: Viewer[]
  /** Null when no row can have changed. */
  only: ((viewer: Pick<Viewer, 'isInitiator' | 'parties'>) => boolean) | null
  /** Nobody sees it newly, and nothing changed that a row is found by. */
  foundAsBefore: boolean
}

const shown = [
  'state',
  'void_state',
  'kind',
  'sent_at',
  'finished_at',
  'sign_expire_at',
] as const satisfies readonly (keyof ContractRow)[]
const foundBy = [
  'subject',
  'contract_no',
  'initiator_name',
  'initiator_company',
  'initiator_account_id',
  'sent_at',
] as const satisfies readonly (keyof ContractRow)[]
const ownShown = ['state', 'sign_id', 'party_tenant_id', 'account_id'] as const satisfies readonly (keyof PartyRow)[]

const differ = <T extends object>(keys: readonly (keyof T)[], a: T, b: T) => keys.some((key) => a[key] !== b[key])

/**
 * Compares what list rows show before and after; rows that this leaves out are the same, which the model test holds.
 */
export function changedRows({ before, after }: Omit<Applied, 'opened'>, content: boolean): ChangedRows {
  const known = new Map(before.parties.map((party) => [party.party_no, party]))
  const changed = new Set(
    after.parties.filter(
      (party) => differ(ownShown, known.get(party.party_no) ?? party, party) || !known.has(party.party_no),
    ),
  )
  const found =
    content ||
    differ(foundBy, before.contract, after.contract) ||
    partyNamesOf(before.parties) !== partyNamesOf(after.parties) ||
    bindingsOf(before) !== bindingsOf(after)
  const left = leavers(before, after)
  if (found || differ(shown, before.contract, after.contract)) return { left, only: () => true, foundAsBefore: !found }
  const only =
    changed.size === 0 ? null : ({ parties }: Pick<Viewer, 'parties'>) => parties.some((own) => changed.has(own))
  return { left, only, foundAsBefore: true }
}

/** Who is a party or gets a copy, as whom: somebody new is found by what their row shows. */
const bindingsOf = ({ parties, cc }: StoredContract): string =>
  [
    ...parties.map((party) => `${party.party_tenant_id} ${party.account_id}`),
    ...cc.map((recipient) => `${recipient.cc_tenant_id} ${recipient.account_id}`),
  ].join('\n')

function leavers(before: StoredContract, after: StoredContract): Viewer[] {
  const still = new Set(viewersOf(after).map(placeOf))
  return viewersOf(before).filter((viewer) => !still.has(placeOf(viewer)))
}

const placeOf = ({ tenantId, accountId }: Viewer) => `${tenantId} ${accountId}`
