import { releaseBlobs } from '#src/platform/blobs/blob-holders.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { ContractRow } from './contract-rows.ts'
import { lockFiles, removeUnused } from './unused-files.ts'

/** A feature's own table refers to the contract, `on delete cascade`, and needs no place here. */
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

/** Removes every row of a contract that was never sent, and its uploads that nothing else uses. Runs in its tenant. */
export async function eraseDraft(tx: Db, contract: ContractRow): Promise<void> {
  const { tenant_id: tenantId, contract_id: contractId } = contract
  const fileIds = await lockFiles(tx, { tenantId, contractId })
  for (const table of rowsOfDraft) {
    await tx.deleteFrom(table).where('tenant_id', '=', tenantId).where('contract_id', '=', contractId).execute()
  }
  const removed = await removeUnused(tx, tenantId, fileIds)
  if (removed.length > 0) await releaseBlobs(tx, { jobKey: `free ${contractId}`, holders: removed })
}
