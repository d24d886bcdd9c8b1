import type { Db } from '#src/platform/database/database.ts'

/** Notes that no revision of a contract waits for a time-stamp any more; false when none did. Runs in its tenant. */
export async function noteTimestamped(
  tx: Db,
  { tenantId, contractId }: { tenantId: string; contractId: string },
): Promise<boolean> {
  const waiting = await tx
    .updateTable('document_revision')
    .set({ awaiting_timestamp: false })
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .where('awaiting_timestamp', '=', true)
    .executeTakeFirst()
  return waiting.numUpdatedRows > 0n
}
