import type { Db } from '#src/platform/database/database.ts'

/** The files of a contract in which some signature has no time-stamp yet. Runs in its tenant. */
export async function filesAwaitingTimestamp(
  home: Db,
  { tenantId, contractId }: { tenantId: string; contractId: string },
): Promise<ReadonlySet<string>> {
  const waiting = await home
    .selectFrom('document_revision')
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .where('awaiting_timestamp', '=', true)
    .select('file_id')
    .execute()
  return new Set(waiting.map(({ file_id }) => file_id))
}
