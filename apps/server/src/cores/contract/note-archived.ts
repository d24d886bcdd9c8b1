import type { Db } from '#src/platform/database/database.ts'
import { noteVoidedAgain } from './note-voided.ts'

/**
 * Notes until when (ms since epoch) a contract's archive holds: no change of the contract, so its version stays and
 * nobody holds it meanwhile. Runs in its tenant.
 */
export async function noteArchived(
  tx: Db,
  { tenantId, contractId }: { tenantId: string; contractId: string },
  until: number,
): Promise<void> {
  await tx
    .updateTable('contract')
    .set({ archived_until: until })
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .execute()
  await noteVoidedAgain(tx, { tenantId, contractId })
}
