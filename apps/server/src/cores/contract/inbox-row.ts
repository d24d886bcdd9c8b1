import { rowEntry } from '@moqi/domain/contract/order'
import { hasLeft } from '@moqi/domain/contract/party-lifecycle'
import { rowStatus } from '@moqi/domain/contract/row-policy'
import type { Selectable } from 'kysely'
import type { Schema } from '#src/platform/database/schema.ts'
import {
  type CcRow,
  type ContractRow,
  initiatorInFull,
  type PartyRow,
  partyNamesOf,
  type StoredContract,
} from './contract-rows.ts'

/** A list row but for whether its viewer has put it away, which no change of the contract alters. */
export type InboxRow = Omit<Selectable<Schema['inbox']>, 'binned_at'>

/** Somebody in whose list a contract stands: a person in a space, or a company itself for its administrators. */
export type Viewer = {
  tenantId: string
  accountId: string
  isInitiator: boolean
  parties: PartyRow[]
  /** Of who only gets a copy. */
  ccSignId: string | null
}

/** Whether rows are the company's own rather than a person's: they stand under the company's id (checklist I9). */
export const isCompany = ({ tenantId, accountId }: Pick<Viewer, 'tenantId' | 'accountId'>) => tenantId === accountId

const placeOf = ({ tenantId, accountId }: Viewer) => `${tenantId} ${accountId}`
const byPlace = (a: Viewer, b: Viewer) => (placeOf(a) < placeOf(b) ? -1 : 1)

/**
 * One viewer a person and space, however many parties that person is (checklist I4), and each company once more for
 * its administrators, who see what all of its members see (I9). Always in the same order; of all, or of `only` some.
 */
export function viewersOf(
  { contract, parties, cc }: StoredContract,
  only: (viewer: Viewer) => boolean = () => true,
): Viewer[] {
  const viewers = new Map<string, Viewer>()
  const add = (tenantId: string, accountId: string, role: Pick<Viewer, 'isInitiator' | 'ccSignId'>): Viewer => {
    const key = `${tenantId} ${accountId}`
    const viewer = viewers.get(key) ?? { tenantId, accountId, parties: [], ...role }
    viewers.set(key, viewer)
    return viewer
  }
  const initiator = { isInitiator: true, ccSignId: null }
  const notInitiator = { isInitiator: false, ccSignId: null }
  add(contract.tenant_id, contract.initiator_account_id, initiator)
  if (contract.company_id !== null) add(contract.tenant_id, contract.tenant_id, initiator)
  const sent = contract.state !== 'draft' && contract.state !== 'waitSend' && contract.state !== 'deleted'
  for (const party of sent ? parties.filter(isParty) : []) {
    const { party_tenant_id: tenantId, account_id: accountId } = party
    add(tenantId, accountId, notInitiator).parties.push(party)
    if (party.kind === 'company') add(tenantId, tenantId, notInitiator).parties.push(party)
  }
  for (const { cc_tenant_id: tenantId, account_id, sign_id: ccSignId, company_name } of sent
    ? cc.filter(isBound)
    : []) {
    add(tenantId, account_id, { isInitiator: false, ccSignId })
    if (company_name !== null) add(tenantId, tenantId, { isInitiator: false, ccSignId })
  }
  return [...viewers.values()].filter(only).toSorted(byPlace)
}

type KnownCopy = CcRow & { cc_tenant_id: string; account_id: string }

/** Whether it is known whose copy it is, which is settled when its moment has come and not before. */
const isBound = (recipient: CcRow): recipient is KnownCopy =>
  recipient.cc_tenant_id !== null && recipient.account_id !== null

type KnownParty = PartyRow & { party_tenant_id: string; account_id: string }

/** Whether it is known whose party it is; who handed over is no party any more. */
const isParty = (party: PartyRow): party is KnownParty =>
  !hasLeft(party) && party.party_tenant_id !== null && party.account_id !== null

/**
 * Whether a party is the viewer, in whichever space, or acts for the viewer's; before it is sent nobody is, but who is
 * written like the initiator.
 */
const isOwnSide =
  ({ tenantId, accountId }: Viewer, contract: ContractRow) =>
  (party: PartyRow) =>
    party.party_tenant_id === tenantId ||
    party.account_id === accountId ||
    (contract.sent_at === null &&
      party.name === contract.initiator_name &&
      party.company_name === contract.initiator_company)

/** What stands in a viewer's list of a contract that is not deleted. */
export function rowOf(viewer: Viewer, { contract, parties }: StoredContract, at: number): InboxRow {
  const own = rowEntry(viewer.parties)
  const signId = own?.sign_id ?? viewer.ccSignId ?? contract.initiator_sign_id
  const partyState = own?.state ?? null
  return {
    tenant_id: viewer.tenantId,
    account_id: viewer.accountId,
    contract_id: contract.contract_id,
    home_tenant_id: contract.tenant_id,
    sign_id: signId,
    row_status: rowStatus({ contractState: contract.state, ownPartyState: partyState }),
    is_initiator: viewer.isInitiator,
    party_state: partyState,
    contract_state: contract.state,
    void_state: contract.void_state,
    kind: contract.kind,
    contract_no: contract.contract_no,
    subject: contract.subject,
    initiator_name: initiatorInFull(contract),
    party_names: partyNamesOf(parties, isOwnSide(viewer, contract)),
    sign_expire_at: contract.sign_expire_at,
    // The order of the list: a draft that is sent becomes the newest, as it does for everybody else.
    created_at: contract.sent_at ?? contract.created_at,
    sent_at: contract.sent_at,
    finished_at: contract.finished_at,
    changed_at: at,
  }
}
