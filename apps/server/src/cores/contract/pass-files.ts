import type { Db } from '#src/platform/database/database.ts'
import type { ContractRow } from './contract-rows.ts'

/** Gives those uploads of a contract that are one account's to another: they are its to edit. Runs in their tenant. */
export async function passFiles(
  tx: Db,
  contract: ContractRow,
  { tenantId, from, to }: { tenantId: string; from: { accountId: string }; to: { accountId: string } },
): Promise<void> {
  const files = tx
    .selectFrom('contract_file')
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contract.contract_id)
    .select('file_id')
  await tx
    .updateTable('file')
    .set({ account_id: to.accountId })
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', from.accountId)
    .where('file_id', 'in', files)
    .execute()
}
