import type { Db } from '#src/platform/database/database.ts'
import type { ContractRow } from './contract-rows.ts'

/** The uploads of a contract, attachments too, locked: nobody puts one into another contract or template meanwhile. */
export async function lockFiles(
  tx: Db,
  { tenantId, contractId }: { tenantId: string; contractId: string },
): Promise<string[]> {
  const of = (table: 'contract_file' | 'contract_attachment') =>
    tx.selectFrom(table).where('tenant_id', '=', tenantId).where('contract_id', '=', contractId).select('file_id')
  const rows = await tx
    .selectFrom('file')
    .where('tenant_id', '=', tenantId)
    .where((file) =>
      file.or([file('file_id', 'in', of('contract_file')), file('file_id', 'in', of('contract_attachment'))]),
    )
    .select('file_id')
    .orderBy('file_id')
    .forUpdate()
    .execute()
  return rows.map(({ file_id }) => file_id)
}

/**
 * Says that a sent contract has these uploads, attachments and all: they take no room of its drafts any more. A
 * template's go on taking it, and every contract that is sent from it at the same time holds them.
 */
export async function markSent(tx: Db, { tenant_id, contract_id }: Pick<ContractRow, 'tenant_id' | 'contract_id'>) {
  const of = (table: 'contract_file' | 'contract_attachment') =>
    tx.selectFrom(table).where('tenant_id', '=', tenant_id).where('contract_id', '=', contract_id).select('file_id')
  await tx
    .updateTable('file')
    .set({ sent: true })
    .where('tenant_id', '=', tenant_id)
    .where('sent', '=', false)
    .where('file_id', 'not in', (eb) =>
      eb.selectFrom('template_file').where('tenant_id', '=', tenant_id).select('file_id'),
    )
    .where((file) =>
      file.or([file('file_id', 'in', of('contract_file')), file('file_id', 'in', of('contract_attachment'))]),
    )
    .execute()
}

/** Removes those of the locked uploads that no contract, attachment or template has any more, and answers which. */
export async function removeUnused(tx: Db, tenantId: string, fileIds: readonly string[]): Promise<string[]> {
  if (fileIds.length === 0) return []
  const usedIn = (table: 'contract_file' | 'contract_attachment' | 'template_file' | 'handed_paper') =>
    tx.selectFrom(table).where('tenant_id', '=', tenantId).where('file_id', 'in', fileIds).select('file_id')
  const removed = await tx
    .deleteFrom('file')
    .where('tenant_id', '=', tenantId)
    .where('file_id', 'in', fileIds)
    .where('file_id', 'not in', usedIn('contract_file'))
    .where('file_id', 'not in', usedIn('contract_attachment'))
    .where('file_id', 'not in', usedIn('template_file'))
    .where('file_id', 'not in', usedIn('handed_paper'))
    .returning('file_id')
    .execute()
  const gone = removed.map(({ file_id }) => file_id)
  if (gone.length > 0) {
    await tx.deleteFrom('file_text').where('tenant_id', '=', tenantId).where('file_id', 'in', gone).execute()
  }
  return gone
}
