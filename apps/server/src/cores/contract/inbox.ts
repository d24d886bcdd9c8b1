import type { ContractState } from '@moqi/domain/contract/contract-lifecycle'
import { Refusal } from '@moqi/domain/refusal'
import { sql } from 'kysely'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import { inTenant } from '#src/platform/database/transaction.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { type RowEvent, tell } from '#src/platform/live/live-event.ts'
import type { StoredContract } from './contract-rows.ts'
import { type InboxRow, isCompany, rowOf, type Viewer, viewersOf } from './inbox-row.ts'
import { putSearchEntry, removeSearchEntry } from './search-entry.ts'
import { keysOf } from '@moqi/domain/keys-of'

/** What of a contract has changed, when it is not all of it. */
export type Change = {
  /** Narrows it to the viewers whose row can have changed. */
  only?: (viewer: Pick<Viewer, 'isInitiator' | 'parties'>) => boolean
  /** Nobody sees it newly, and nothing changed that a row is found by. */
  foundAsBefore?: true
  /** What else is written for a viewer in the viewer's tenant. */
  beside?: (viewer: Viewer) => Promise<unknown> | undefined
}

/** Nobody looks for words of a file sooner. */
const indexDelayMs = 1000

/**
 * Brings the list rows of everybody who sees the contract up to date, each in its own tenant, with their counters and
 * what they are found by, and tells those who are looking. A deleted contract leaves the lists.
 */
export async function refreshInbox(
  tx: Db,
  stored: StoredContract,
  at: number,
  { only, foundAsBefore, beside }: Change = {},
): Promise<void> {
  const { tenant_id: tenantId, contract_id: contractId, state } = stored.contract
  // Always in the same order, so that two contracts that share viewers cannot deadlock.
  for (const viewer of viewersOf(stored, only)) {
    await inTenant(tx, viewer.tenantId, async () => {
      // A deleted contract has no row status.
      const row = state === 'deleted' ? null : rowOf(viewer, stored, at)
      const listed = row ? putRow(tx, row) : letGo(tx, viewer, contractId, at)
      const found = row && !foundAsBefore ? putSearchEntry(tx, row) : undefined
      if (!isCompany(viewer)) tell(tx, eventOf(viewer, stored, row))
      await Promise.all([listed, found, beside?.(viewer)])
    })
  }
  if (foundAsBefore || state === 'deleted') return
  // Files are read after the transaction, once for what is done in one go: drafted, placed and sent.
  await enqueue(tx, 'indexContract', { tenantId, contractId }, { key: `index ${contractId}`, delayMs: indexDelayMs })
}

/** What a list row of a deleted contract showed lies in its person's bin; a company has none. */
function letGo(tx: Db, { tenantId, accountId }: Viewer, contractId: string, at: number): Promise<boolean> {
  const place = { tenantId, accountId, contractId }
  return isCompany(place) ? removeRow(tx, place) : binRow(tx, { ...place, contractState: 'deleted' }, at)
}

const eventOf = (viewer: Viewer, { contract }: StoredContract, row: InboxRow | null): RowEvent => ({
  about: 'row',
  tenantId: viewer.tenantId,
  accountId: viewer.accountId,
  contractId: contract.contract_id,
  signId: row?.sign_id ?? contract.initiator_sign_id,
  status: row && row.row_status,
})

/** Puts a list row and counts it, in one statement: what it was counted in before, no more; what it is in now, once. */
const putRow = compiledOnce(
  (tx, row: InboxRow) => sql`
    with old as (
      select row_status, is_initiator, party_state, binned_at from inbox
      where tenant_id = ${row.tenant_id} and account_id = ${row.account_id} and contract_id = ${row.contract_id}
      for update),
    put as (${tx
      .insertInto('inbox')
      // A row that this statement has changed is no longer read: the old one is read first, for the new one asks for
      // it.
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
    forgotten as (
      ${draftsOf({ tenantId: row.tenant_id, accountId: row.account_id, contractId: row.contract_id })}
        and ${row.row_status}::text <> ${ownTurn}),
    ${changes}
    ${countChanges(row)}`,
)

const ownTurn: InboxRow['row_status'] = 'iSign'

/** What its viewer has chosen and filled in to sign a contract, which serves while it is their turn alone. */
const draftsOf = ({ tenantId, accountId, contractId }: RowPlace) => sql`
  delete from signing_draft
  where tenant_id = ${tenantId} and account_id = ${accountId} and contract_id = ${contractId}`

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
  contract_state: row.contract_state,
  void_state: row.void_state,
  kind: row.kind,
  contract_no: row.contract_no,
  subject: row.subject,
  initiator_name: row.initiator_name,
  party_names: row.party_names,
  sign_expire_at: row.sign_expire_at,
  created_at: row.created_at,
  sent_at: row.sent_at,
  finished_at: row.finished_at,
  changed_at: row.changed_at,
})

const keyed: ReadonlySet<string> = new Set(['tenant_id', 'account_id', 'contract_id'])
const shownOf = (row: InboxRow) => keysOf(written(row)).filter((name) => !keyed.has(name))

/** One viewer's row of one contract. */
export type RowPlace = { tenantId: string; accountId: string; contractId: string }

/** What happens to one viewer's own row: into the recycle bin, out of it, or away for good. */
export type RowMove = { kind: 'bin' | 'unbin' | 'remove'; row: RowPlace; signId: string }

/**
 * Moves the row and tells its viewer's open page. Throws `contract/illegal-move` when it does not lie where it should.
 */
export async function moveRow(
  tx: Db,
  { kind, row, signId }: RowMove,
  contractState: ContractState,
  at: number,
): Promise<void> {
  const moved = await inTenant(tx, row.tenantId, async () => {
    const { tenantId, accountId, contractId } = row
    // Out of the bin it is told of with the row it comes back as.
    if (kind !== 'unbin') tell(tx, { about: 'row', tenantId, accountId, contractId, signId, status: null })
    if (kind === 'bin') return binRow(tx, { ...row, contractState }, at)
    return kind === 'unbin' ? unbinRow(tx, row, at) : removeRow(tx, row)
  })
  if (!moved) throw new Refusal('contract/illegal-move', { event: 'bin' })
}

/** When the row was put into the bin; null when it does not lie there. */
export function binnedAtOf(tx: Db, { tenantId, accountId, contractId }: RowPlace): Promise<number | null> {
  return inTenant(tx, tenantId, async () => {
    const row = await tx
      .selectFrom('inbox')
      .where('tenant_id', '=', tenantId)
      .where('account_id', '=', accountId)
      .where('contract_id', '=', contractId)
      .select('binned_at')
      .executeTakeFirst()
    return row?.binned_at ?? null
  })
}

/** Puts a row into its viewer's recycle bin; answers whether it was not there yet. Runs in the viewer's tenant. */
async function binRow(
  tx: Db,
  { tenantId, accountId, contractId, contractState }: RowPlace & { contractState: ContractState },
  at: number,
): Promise<boolean> {
  const moved = await sql`
    with old as (
      select row_status, is_initiator, party_state, binned_at from inbox
      where tenant_id = ${tenantId} and account_id = ${accountId} and contract_id = ${contractId}
        and binned_at is null
      for update),
    put as (
      update inbox set binned_at = ${at}, changed_at = ${at}, contract_state = ${contractState}
      where tenant_id = ${tenantId} and account_id = ${accountId} and contract_id = ${contractId}
        and exists (select from old)
      returning row_status, is_initiator, party_state, binned_at),
    ${changes},
    counted as (${countChanges({ tenant_id: tenantId, account_id: accountId })})
    select from put`.execute(tx)
  return moved.rows.length === 1
}

/** Takes a row out of the bin again; answers whether it was there. Runs in the viewer's tenant. */
async function unbinRow(tx: Db, { tenantId, accountId, contractId }: RowPlace, at: number): Promise<boolean> {
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
    if (!isCompany(viewer)) tell(tx, eventOf(viewer, stored, null))
    await removeRow(tx, { tenantId, accountId, contractId: stored.contract.contract_id })
  })
}

/** Removes a row, wherever it is shown, and what it was found by. Runs in the viewer's tenant. */
async function removeRow(tx: Db, { tenantId, accountId, contractId }: RowPlace): Promise<boolean> {
  await removeSearchEntry(tx, { tenantId, accountId, contractId })
  const removed = await sql`
    with old as (
      delete from inbox
      where tenant_id = ${tenantId} and account_id = ${accountId} and contract_id = ${contractId}
      returning row_status, is_initiator, party_state, binned_at),
    forgotten as (${draftsOf({ tenantId, accountId, contractId })}),
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
