import type { TaskState } from '@moqi/domain/contract/lifecycle'
import { rowEntry } from '@moqi/domain/contract/order'
import { rowStatus } from '@moqi/domain/contract/row-policy'
import { type Selectable, sql } from 'kysely'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import { type Db, inTenant } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import { type RowNotice, tell } from '#src/platform/notices/notice.ts'
import { initiatorName, type PartyRow, signerNamesOf, type StoredContract } from './contract-rows.ts'

/** A list row but for whether its viewer has put it away, which no change of the contract alters. */
type InboxRow = Omit<Selectable<Schema['inbox']>, 'binned_at'>
type Viewer = {
  tenantId: string
  accountId: string
  isInitiator: boolean
  parties: PartyRow[]
  /** Of who only gets a copy. */
  ccSignId: string | null
}

/**
 * Brings the list rows of everybody who sees the contract up to date, each in its own tenant, with their counters,
 * and tells those who are looking.
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
    await inTenant(tx, viewer.tenantId, async () => {
      // A deleted contract has no row status: what its list row showed lies in the bin.
      const row = stored.contract.state === 'deleted' ? null : rowOf(viewer, stored, at)
      const place = { ...viewer, contractId: stored.contract.contract_id }
      const counted = row ? putRow(tx, row) : binRow(tx, { ...place, taskState: 'deleted' }, at)
      tell(tx, noticeOf(viewer, stored, row))
      await counted
    })
  }
}

const noticeOf = (viewer: Viewer, { contract }: StoredContract, row: InboxRow | null): RowNotice => ({
  about: 'row',
  tenantId: viewer.tenantId,
  accountId: viewer.accountId,
  taskId: contract.contract_id,
  signId: row?.sign_id ?? contract.initiator_sign_id,
  status: row?.row_status ?? null,
})

/** One viewer a person and space, however many parties that person is (checklist I4). */
function viewersOf({ contract, parties, cc }: StoredContract): Viewer[] {
  const viewers = new Map<string, Viewer>()
  const add = (tenantId: string, accountId: string, role: Pick<Viewer, 'isInitiator' | 'ccSignId'>): Viewer => {
    const key = `${tenantId} ${accountId}`
    const viewer = viewers.get(key) ?? { tenantId, accountId, parties: [], ...role }
    viewers.set(key, viewer)
    return viewer
  }
  const notInitiator = { isInitiator: false, ccSignId: null }
  add(contract.tenant_id, contract.initiator_account_id, { isInitiator: true, ccSignId: null })
  const sent = contract.state !== 'draft' && contract.state !== 'waitSend' && contract.state !== 'deleted'
  for (const party of sent ? parties : []) {
    // Who handed over is no party any more.
    if (party.state === 'transferred') continue
    if (party.party_tenant_id && party.account_id)
      add(party.party_tenant_id, party.account_id, notInitiator).parties.push(party)
  }
  // Bound when their moment has come, not before.
  for (const { cc_tenant_id, account_id, sign_id } of sent ? cc : []) {
    if (cc_tenant_id && account_id) add(cc_tenant_id, account_id, { isInitiator: false, ccSignId: sign_id })
  }
  return [...viewers.values()]
}

function rowOf(viewer: Viewer, { contract, parties }: StoredContract, at: number): InboxRow {
  const own = rowEntry(viewer.parties)
  const signId = own?.sign_id ?? viewer.ccSignId ?? contract.initiator_sign_id
  const partyState = own?.state ?? null
  const signerNames = signerNamesOf(parties)
  const initiator = initiatorName(contract)
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
    company_id: viewer.isInitiator ? contract.company_id : null,
    sign_expire_at: contract.sign_expire_at,
    created_at: contract.sent_at !== null && !viewer.isInitiator ? contract.sent_at : contract.created_at,
    sent_at: contract.sent_at,
    finished_at: contract.finished_at,
    changed_at: at,
  }
}

/** Puts a list row and counts it, in one statement: what it was counted in before, no more; what it is in now, once. */
const putRow = compiledOnce(
  (tx, row: InboxRow) => sql`
    with old as (
      select row_status, is_initiator, party_state, binned_at from inbox
      where tenant_id = ${row.tenant_id} and account_id = ${row.account_id} and contract_id = ${row.contract_id}
      for update),
    put as (${tx
      .insertInto('inbox')
      // A row that this statement has changed is no longer read: the old one is read first, for the new one asks for it.
      .values({
        ...written(row),
        changed_at: sql<number>`${row.changed_at}::bigint + 0 * (select count(*) from old)`,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'account_id', 'contract_id'])
          .doUpdateSet((eb) => Object.fromEntries(shownOf(row).map((name) => [name, eb.ref(`excluded.${name}`)]))),
      )
      .returning(['row_status', 'is_initiator', 'party_state', 'binned_at'])}),
    ${changes}
    ${countChanges(row)}`,
)

/** Every column by name: the values are not there yet when the statement is built. */
const written = (row: InboxRow): InboxRow => ({
  tenant_id: row.tenant_id,
  account_id: row.account_id,
  contract_id: row.contract_id,
  home_tenant_id: row.home_tenant_id,
  sign_id: row.sign_id,
  row_status: row.row_status,
  is_initiator: row.is_initiator,
  party_state: row.party_state,
  task_state: row.task_state,
  relieve_state: row.relieve_state,
  task_type: row.task_type,
  task_no: row.task_no,
  subject: row.subject,
  initiator_name: row.initiator_name,
  signer_names: row.signer_names,
  search: row.search,
  company_id: row.company_id,
  sign_expire_at: row.sign_expire_at,
  created_at: row.created_at,
  sent_at: row.sent_at,
  finished_at: row.finished_at,
  changed_at: row.changed_at,
})

const keyed: ReadonlySet<string> = new Set(['tenant_id', 'account_id', 'contract_id'])
const shownOf = (row: InboxRow) => (Object.keys(written(row)) as (keyof InboxRow)[]).filter((name) => !keyed.has(name))

/** One viewer's row of one contract. */
export type RowPlace = { tenantId: string; accountId: string; contractId: string }

/** Tells the open page of a row's viewer that it has changed; runs anywhere in the transaction. */
export const tellRow = (tx: Db, row: RowPlace, { signId, status }: { signId: string; status: string | null }): void => {
  const { tenantId, accountId, contractId: taskId } = row
  tell(tx, { about: 'row', tenantId, accountId, taskId, signId, status })
}

/** Puts a row into its viewer's recycle bin; answers whether it was not there yet. Runs in the viewer's tenant. */
export async function binRow(
  tx: Db,
  { tenantId, accountId, contractId, taskState }: RowPlace & { taskState: TaskState },
  at: number,
): Promise<boolean> {
  const moved = await sql`
    with old as (
      select row_status, is_initiator, party_state, binned_at from inbox
      where tenant_id = ${tenantId} and account_id = ${accountId} and contract_id = ${contractId}
        and binned_at is null
      for update),
    put as (
      update inbox set binned_at = ${at}, changed_at = ${at}, task_state = ${taskState}
      where tenant_id = ${tenantId} and account_id = ${accountId} and contract_id = ${contractId}
        and exists (select from old)
      returning row_status, is_initiator, party_state, binned_at),
    ${changes},
    counted as (${countChanges({ tenant_id: tenantId, account_id: accountId })})
    select from put`.execute(tx)
  return moved.rows.length === 1
}

/** Takes a row out of the bin again; answers whether it was there. Runs in the viewer's tenant. */
export async function unbinRow(tx: Db, { tenantId, accountId, contractId }: RowPlace, at: number): Promise<boolean> {
  const moved = await sql`
    with old as (
      select row_status, is_initiator, party_state, binned_at from inbox
      where tenant_id = ${tenantId} and account_id = ${accountId} and contract_id = ${contractId}
        and binned_at is not null
      for update),
    put as (
      update inbox set binned_at = null, changed_at = ${at}
      where tenant_id = ${tenantId} and account_id = ${accountId} and contract_id = ${contractId}
        and exists (select from old)
      returning row_status, is_initiator, party_state, binned_at),
    ${changes},
    counted as (${countChanges({ tenant_id: tenantId, account_id: accountId })})
    select from put`.execute(tx)
  return moved.rows.length === 1
}

/** Takes the contract out of the list of somebody who is no party of it any more, and tells the open page. */
export async function leaveInbox(
  tx: Db,
  { tenantId, accountId }: Pick<RowPlace, 'tenantId' | 'accountId'>,
  stored: StoredContract,
): Promise<void> {
  await inTenant(tx, tenantId, async () => {
    const viewer = { tenantId, accountId, isInitiator: false, parties: [], ccSignId: null }
    tell(tx, noticeOf(viewer, stored, null))
    await removeRow(tx, { tenantId, accountId, contractId: stored.contract.contract_id })
  })
}

/** Removes a row, wherever it is shown. Runs in the viewer's tenant. */
export async function removeRow(tx: Db, { tenantId, accountId, contractId }: RowPlace): Promise<boolean> {
  const removed = await sql`
    with old as (
      delete from inbox
      where tenant_id = ${tenantId} and account_id = ${accountId} and contract_id = ${contractId}
      returning row_status, is_initiator, party_state, binned_at),
    change as (select ${categories}, -1 as number from old),
    counted as (${countChanges({ tenant_id: tenantId, account_id: accountId })})
    select from old`.execute(tx)
  return removed.rows.length === 1
}

/** The counters a row is counted in (checklist C49); in the bin it is counted there alone. */
const categories = sql`unnest(case when binned_at is not null then array['bin'] else
  array['all', row_status]
  || case when row_status in ('iSign', 'otherSign', 'signingApprovalFailed') then array['signing'] else '{}' end
  || case when is_initiator then array['myLaunch'] when party_state is null then array['cc'] else '{}' end
  end) as category`

/** What a row is counted in now, and no more in. */
const changes = sql`
  change as (select ${categories}, 1 as number from put union all select ${categories}, -1 from old)`

/** Always in the same order, so that two contracts that share a viewer cannot deadlock. */
const countChanges = ({ tenant_id, account_id }: Pick<InboxRow, 'tenant_id' | 'account_id'>) => sql`
  insert into inbox_count (tenant_id, account_id, category, number)
  select ${tenant_id}::uuid, ${account_id}::uuid, category, sum(number)::int from change
  group by category having sum(number) <> 0 order by category
  on conflict (tenant_id, account_id, category) do update set number = inbox_count.number + excluded.number`
