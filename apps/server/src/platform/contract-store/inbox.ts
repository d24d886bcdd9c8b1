import { rowEntry } from '@moqi/domain/contract/order'
import { rowStatus } from '@moqi/domain/contract/row-policy'
import { type Selectable, sql } from 'kysely'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import { type Db, inTenant } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import { type RowNotice, tell } from '#src/platform/notices/notice.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { initiatorName, partyName, type PartyRow, type StoredContract } from './contract-rows.ts'
import { putSearchEntry, removeSearchEntry } from './search-entry.ts'

type InboxRow = Selectable<Schema['inbox']>
export type Viewer = { tenantId: string; accountId: string; isInitiator: boolean; parties: PartyRow[] }

/**
 * Brings the list rows of everybody who sees the contract up to date, each in its own tenant, with their counters,
 * and tells those who are looking.
 * `only` narrows it to the parties whose row can have changed in what the parties did. A deleted contract leaves the
 * lists. `beside` says what else is written for a viewer in the viewer's tenant.
 */
export async function refreshInbox(
  tx: Db,
  stored: StoredContract,
  at: number,
  only?: (viewer: { isInitiator: boolean; parties: PartyRow[] }) => boolean,
  beside?: (viewer: Viewer) => Promise<unknown> | undefined,
): Promise<void> {
  // Always in the same order, so that two contracts that share viewers cannot deadlock.
  const viewers = viewersOf(stored)
  for (const viewer of only ? viewers.filter(only) : viewers) {
    await inTenant(tx, viewer.tenantId, async () => {
      // A deleted contract has no row status: it is in no list.
      const row = stored.contract.state === 'deleted' ? null : rowOf(viewer, stored, at)
      const counted = row ? putRow(tx, row) : removeRow(tx, viewer, stored)
      // Of the parties alone nothing changes by which a row is found.
      const found = only ? undefined : row ? putSearchEntry(tx, row) : removeSearchEntry(tx, viewer, stored)
      if (!isCompany(viewer)) tell(tx, noticeOf(viewer, stored, row))
      await Promise.all([counted, found, beside?.(viewer)])
    })
  }
  if (!only && stored.contract.state !== 'deleted') await queueTextIndex(tx, stored)
}

const placeOf = ({ tenantId, accountId }: Viewer) => `${tenantId} ${accountId}`
const byPlace = (a: Viewer, b: Viewer) => (placeOf(a) < placeOf(b) ? -1 : 1)

/** Whether rows are the company's own rather than a person's: they stand under the company's id (checklist I9). */
const isCompany = ({ tenantId, accountId }: Pick<Viewer, 'tenantId' | 'accountId'>) => tenantId === accountId

/** Files are read after the transaction. */
function queueTextIndex(tx: Db, { contract: { tenant_id: tenantId, contract_id: contractId } }: StoredContract) {
  return enqueue(tx, 'indexContract', { tenantId, contractId }, { key: `index ${contractId}` })
}

const noticeOf = (viewer: Viewer, { contract }: StoredContract, row: InboxRow | null): RowNotice => ({
  about: 'row',
  tenantId: viewer.tenantId,
  accountId: viewer.accountId,
  taskId: contract.contract_id,
  signId: row?.sign_id ?? contract.initiator_sign_id,
  status: row?.row_status ?? null,
})

/**
 * One viewer a person and space, however many parties that person is (checklist I4), and each company once more for
 * its administrators, who see what all of its members see (I9).
 */
export function viewersOf({ contract, parties }: StoredContract): Viewer[] {
  const viewers = new Map<string, Viewer>()
  const add = (tenantId: string, accountId: string, party: PartyRow | null) => {
    const key = `${tenantId} ${accountId}`
    const known = viewers.get(key) ?? { tenantId, accountId, isInitiator: party === null, parties: [] }
    if (party) known.parties.push(party)
    viewers.set(key, known)
  }
  add(contract.tenant_id, contract.initiator_account_id, null)
  if (contract.company_id !== null) add(contract.tenant_id, contract.tenant_id, null)
  const sent = contract.state !== 'draft' && contract.state !== 'waitSend' && contract.state !== 'deleted'
  for (const party of sent ? parties : []) {
    if (party.party_tenant_id && party.account_id) add(party.party_tenant_id, party.account_id, party)
    if (party.party_tenant_id && party.sign_type === 1) add(party.party_tenant_id, party.party_tenant_id, party)
  }
  return [...viewers.values()].toSorted(byPlace)
}

export function rowOf(viewer: Viewer, { contract, parties }: StoredContract, at: number): InboxRow {
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
    company_id: party ? null : contract.company_id,
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
      select row_status, is_initiator, party_state from inbox
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
      .returning(['row_status', 'is_initiator', 'party_state'])}),
    change as (select ${categories}, 1 as number from put union all select ${categories}, -1 from old)
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
  company_id: row.company_id,
  sign_expire_at: row.sign_expire_at,
  created_at: row.created_at,
  sent_at: row.sent_at,
  finished_at: row.finished_at,
  changed_at: row.changed_at,
})

const keyed: ReadonlySet<string> = new Set(['tenant_id', 'account_id', 'contract_id'])
const shownOf = (row: InboxRow) => (Object.keys(written(row)) as (keyof InboxRow)[]).filter((name) => !keyed.has(name))

async function removeRow(tx: Db, { tenantId, accountId }: Viewer, { contract }: StoredContract): Promise<void> {
  await sql`
    with old as (
      delete from inbox
      where tenant_id = ${tenantId} and account_id = ${accountId} and contract_id = ${contract.contract_id}
      returning row_status, is_initiator, party_state),
    change as (select ${categories}, -1 as number from old)
    ${countChanges({ tenant_id: tenantId, account_id: accountId })}`.execute(tx)
}

/** The counters a row is counted in (checklist C49). */
const categories = sql`unnest(
  array['all', row_status]
  || case when row_status in ('iSign', 'otherSign', 'signingApprovalFailed') then array['signing'] else '{}' end
  || case when is_initiator then array['myLaunch'] when party_state is null then array['cc'] else '{}' end) as category`

/** Always in the same order, so that two contracts that share a viewer cannot deadlock. */
const countChanges = ({ tenant_id, account_id }: Pick<InboxRow, 'tenant_id' | 'account_id'>) => sql`
  insert into inbox_count (tenant_id, account_id, category, number)
  select ${tenant_id}::uuid, ${account_id}::uuid, category, sum(number)::int from change
  group by category having sum(number) <> 0 order by category
  on conflict (tenant_id, account_id, category) do update set number = inbox_count.number + excluded.number`
