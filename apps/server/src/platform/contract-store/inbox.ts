import { rowEntry } from '@moqi/domain/contract/order'
import { rowStatus } from '@moqi/domain/contract/row-policy'
import { type Insertable, sql } from 'kysely'
import { type Db, inTenant } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import { initiatorName, partyName, type PartyRow, type StoredContract } from './contract-rows.ts'

type InboxRow = Insertable<Schema['inbox']>
type Viewer = { tenantId: string; accountId: string; isInitiator: boolean; parties: PartyRow[] }

/**
 * Brings the list rows of everybody who sees the contract up to date, each in its own tenant, with their counters.
 * `only` narrows it to the parties whose row can have changed. A deleted contract leaves the lists.
 */
export async function refreshInbox(
  tx: Db,
  stored: StoredContract,
  at: number,
  only: (viewer: { isInitiator: boolean; parties: PartyRow[] }) => boolean = () => true,
): Promise<void> {
  // Always in the same order, so that two contracts that share viewers cannot deadlock.
  const viewers = viewersOf(stored).toSorted((a, b) => (a.tenantId < b.tenantId ? -1 : 1))
  for (const viewer of viewers.filter(only)) {
    await inTenant(tx, viewer.tenantId, () =>
      stored.contract.state === 'deleted' ? removeRow(tx, viewer, stored) : putRow(tx, rowOf(viewer, stored, at)),
    )
  }
}

/** One viewer a person and space, however many parties that person is (checklist I4). */
function viewersOf({ contract, parties }: StoredContract): Viewer[] {
  const viewers = new Map<string, Viewer>()
  const add = (tenantId: string, accountId: string, party: PartyRow | null) => {
    const key = `${tenantId} ${accountId}`
    const known = viewers.get(key) ?? { tenantId, accountId, isInitiator: party === null, parties: [] }
    if (party) known.parties.push(party)
    viewers.set(key, known)
  }
  add(contract.tenant_id, contract.initiator_account_id, null)
  const sent = contract.state !== 'draft' && contract.state !== 'waitSend' && contract.state !== 'deleted'
  for (const party of sent ? parties : []) {
    if (party.party_tenant_id && party.account_id) add(party.party_tenant_id, party.account_id, party)
  }
  return [...viewers.values()]
}

function rowOf(viewer: Viewer, { contract, parties }: StoredContract, at: number): InboxRow {
  const own = rowEntry(viewer.parties)
  const signId = own?.sign_id ?? contract.initiator_sign_id
  const partyState = own?.state ?? null
  const signerNames = parties.map(partyName).join('、')
  const initiator = initiatorName(contract)
  const party = viewer.isInitiator ? null : own
  return {
    tenant_id: viewer.tenantId,
    account_id: viewer.accountId,
    contract_id: contract.contract_id,
    home_tenant_id: contract.tenant_id,
    sign_id: signId,
    row_status: rowStatus({ taskState: contract.state, ownPartyState: partyState }),
    is_initiator: viewer.isInitiator,
    party_state: partyState,
    task_state: contract.state,
    relieve_state: contract.relieve_state,
    task_type: contract.task_type,
    task_no: contract.task_no,
    subject: contract.subject,
    initiator_name: initiator,
    signer_names: signerNames,
    search: `${contract.subject} ${contract.task_no} ${initiator} ${signerNames}`.toLowerCase(),
    company_id: party ? null : contract.company_id,
    sign_expire_at: contract.sign_expire_at,
    created_at: contract.sent_at !== null && !viewer.isInitiator ? contract.sent_at : contract.created_at,
    sent_at: contract.sent_at,
    finished_at: contract.finished_at,
    changed_at: at,
  }
}

async function putRow(tx: Db, row: InboxRow): Promise<void> {
  const { tenant_id, account_id, contract_id, ...values } = row
  // In a statement of its own: beside the upsert of the same row, PostgreSQL would lock nothing and find nothing.
  const old = await tx
    .selectFrom('inbox')
    .where('tenant_id', '=', tenant_id)
    .where('account_id', '=', account_id)
    .where('contract_id', '=', contract_id)
    .select(['row_status', 'is_initiator'])
    .forUpdate()
    .executeTakeFirst()
  await tx
    .insertInto('inbox')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'account_id', 'contract_id']).doUpdateSet(values))
    .execute()
  const had = old ? categoriesOf(old.row_status, old.is_initiator) : []
  await count(tx, row, had, categoriesOf(row.row_status, row.is_initiator))
}

async function removeRow(tx: Db, viewer: Viewer, { contract }: StoredContract): Promise<void> {
  const place = { tenant_id: viewer.tenantId, account_id: viewer.accountId }
  const old = await tx
    .deleteFrom('inbox')
    .where('tenant_id', '=', place.tenant_id)
    .where('account_id', '=', place.account_id)
    .where('contract_id', '=', contract.contract_id)
    .returning(['row_status', 'is_initiator'])
    .executeTakeFirst()
  if (old) await count(tx, place, categoriesOf(old.row_status, old.is_initiator), [])
}

/** The counters a row is counted in (checklist C49). */
function categoriesOf(status: string, isInitiator: boolean): string[] {
  const open = status === 'iSign' || status === 'otherSign' || status === 'signingApprovalFailed'
  return ['all', status, ...(open ? ['signing'] : []), ...(isInitiator ? ['myLaunch'] : [])]
}

async function count(
  tx: Db,
  viewer: Pick<InboxRow, 'tenant_id' | 'account_id'>,
  had: string[],
  has: string[],
): Promise<void> {
  const changes = [
    ...has.filter((category) => !had.includes(category)).map((category) => ({ category, number: 1 })),
    ...had.filter((category) => !has.includes(category)).map((category) => ({ category, number: -1 })),
  ].toSorted((a, b) => (a.category < b.category ? -1 : 1))
  if (changes.length === 0) return
  await tx
    .insertInto('inbox_count')
    .values(changes.map((change) => ({ tenant_id: viewer.tenant_id, account_id: viewer.account_id, ...change })))
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'account_id', 'category'])
        .doUpdateSet({ number: sql`inbox_count.number + excluded.number` }),
    )
    .execute()
}
