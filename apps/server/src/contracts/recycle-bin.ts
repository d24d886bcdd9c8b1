import type { operation } from '@moqi/api/operation'
import type { Input } from '@moqi/api/call'
import { operationLimits } from '@moqi/domain/contract/after-sending'
import { taskLifecycle } from '@moqi/domain/contract/lifecycle'
import { enforce } from '@moqi/domain/contract/row-policy'
import { nullWhenRefused, Refusal } from '@moqi/domain/refusal'
import type { Member } from '#src/platform/actor.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { addLog, type LogActor, logActor } from '#src/cores/contract/contract-log.ts'
import {
  changeContract,
  lockBinned,
  lockContract,
  type StoredContract,
  viewOf,
} from '#src/cores/contract/contract-rows.ts'
import { requireEntry } from '#src/cores/contract/entry.ts'
import { binRow, refreshInbox, removeRow, type RowPlace, tellRow, unbinRow } from '#src/cores/contract/inbox.ts'
import { releaseBlobs } from '#src/platform/blobs/blob-holders.ts'
import { type Db, inTenant } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue, type JobPayloads } from '#src/platform/jobs/jobs.ts'
import { lockFiles, removeUnused } from '#src/cores/contract/unused-files.ts'

const notThere = () => new Refusal('contract/illegal-move', { event: 'bin' })

/** Puts a contract that was refused, recalled or has expired into the own recycle bin (domain.md 5.1, row 15). */
export async function hideTask(deps: Deps, member: Member, input: Input<typeof operation.hideTask>): Promise<null> {
  const entry = await requireEntry(deps, member, input.signId)
  return deps.db.write(entry.homeTenantId, async (tx) => {
    const stored = await lockContract(tx, entry)
    enforce('hide', viewOf(stored, entry))
    const row = rowOf(member, entry.contractId)
    const isNew = await inTenant(tx, row.tenantId, async () => {
      tellRow(tx, row, { signId: entry.signId, status: null })
      return binRow(tx, { ...row, taskState: stored.contract.state }, deps.now())
    })
    if (!isNew) throw notThere()
    await keepInBin(tx, row, entry.homeTenantId)
    return keepAnswer(tx, deps, member, null)
  })
}

/** Takes a row out of the own recycle bin; a deleted contract comes back as a draft. */
export async function restoreTask(
  deps: Deps,
  member: Member,
  input: Input<typeof operation.restoreTask>,
): Promise<null> {
  const entry = await requireEntry(deps, member, input.signId)
  return deps.db.write(entry.homeTenantId, async (tx) => {
    const stored = await lockBinned(tx, entry)
    const { contract } = stored
    const row = rowOf(member, entry.contractId)
    if (!(await inTenant(tx, row.tenantId, () => unbinRow(tx, row, deps.now())))) throw notThere()
    if (contract.state === 'deleted') {
      await changeContract(tx, contract, { state: taskLifecycle.after(contract.state, 'restore') })
    }
    await refreshInbox(tx, stored, deps.now())
    return keepAnswer(tx, deps, member, null)
  })
}

/** Removes what lies in the own recycle bin for good: a draft for everybody, a closed contract from the own list. */
export async function removeTask(deps: Deps, member: Member, input: Input<typeof operation.removeTask>): Promise<null> {
  const entry = await requireEntry(deps, member, input.signId)
  return deps.db.write(entry.homeTenantId, async (tx) => {
    const stored = await lockBinned(tx, entry)
    const row = rowOf(member, entry.contractId)
    const binnedAt = await inTenant(tx, row.tenantId, () => binnedAtOf(tx, row))
    if (binnedAt === null) throw notThere()
    await remove(deps, tx, row, { stored, actor: logActor(member) })
    return keepAnswer(tx, deps, member, null)
  })
}

/** Starts the 30 days after which the bin lets go of a row. */
export const keepInBin = (tx: Db, row: RowPlace, homeTenantId: string): Promise<void> => {
  const when = { delayMs: operationLimits.binMs, key: `bin ${row.tenantId} ${row.accountId} ${row.contractId}` }
  return enqueue(tx, 'emptyBin', { ...row, homeTenantId }, when)
}

/** Removes a row that has lain in the bin for 30 days. Runs as a job; what was put back meanwhile stays. */
export async function emptyBin(deps: Deps, payload: JobPayloads['emptyBin']): Promise<void> {
  const { homeTenantId, ...row } = payload
  await deps.db.write(homeTenantId, async (tx) => {
    const stored = await lockBinned(tx, { homeTenantId, contractId: row.contractId }).catch(nullWhenRefused)
    const binnedAt = await inTenant(tx, row.tenantId, () => binnedAtOf(tx, row))
    if (!stored || binnedAt === null || binnedAt + operationLimits.binMs > deps.now()) return
    await remove(deps, tx, row, { stored, actor: { accountId: null, name: '系统' } })
  })
}

const rowOf = ({ tenantId, accountId }: Member, contractId: string): RowPlace => ({ tenantId, accountId, contractId })

async function binnedAtOf(tx: Db, { tenantId, accountId, contractId }: RowPlace): Promise<number | null> {
  const row = await tx
    .selectFrom('inbox')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('contract_id', '=', contractId)
    .select('binned_at')
    .executeTakeFirst()
  return row?.binned_at ?? null
}

async function remove(
  deps: Deps,
  tx: Db,
  row: RowPlace,
  { stored, actor }: { stored: StoredContract; actor: LogActor },
): Promise<void> {
  await inTenant(tx, row.tenantId, async () => {
    tellRow(tx, row, { signId: stored.contract.initiator_sign_id, status: null })
    await removeRow(tx, row)
  })
  if (stored.contract.state === 'deleted') await erase(deps, tx, stored, actor)
}

const rowsOfDraft = [
  'area',
  'party',
  'party_contact',
  'contract_cc',
  'contract_file',
  'contract_attachment',
  'entry',
  'contract',
] as const

/** A draft was nobody else's: nothing stays of it but the log's lines, which are chained. */
async function erase(deps: Deps, tx: Db, { contract }: StoredContract, actor: LogActor): Promise<void> {
  const { tenant_id: tenantId, contract_id: contractId } = contract
  const fileIds = await lockFiles(tx, { tenantId, contractId })
  await addLog(tx, { homeTenantId: tenantId, contractId }, deps.now(), actor, { verb: 'remove' })
  for (const table of rowsOfDraft) {
    await tx.deleteFrom(table).where('tenant_id', '=', tenantId).where('contract_id', '=', contractId).execute()
  }
  const removed = await removeUnused(tx, tenantId, fileIds)
  if (removed.length > 0) await releaseBlobs(tx, { jobKey: `free ${contractId}`, holders: removed })
}
