import type { Selectable } from 'kysely'
import type { ContractRow } from '#src/cores/contract/contract-rows.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'

/** When each party was asked, urged and corrected, by its number; what was never noted is not there. */
export async function contactsOf(
  tx: Db,
  { tenant_id, contract_id }: Pick<ContractRow, 'tenant_id' | 'contract_id'>,
): Promise<Map<number, Selectable<Schema['party_contact']>>> {
  const rows = await tx
    .selectFrom('party_contact')
    .where('tenant_id', '=', tenant_id)
    .where('contract_id', '=', contract_id)
    .selectAll()
    .execute()
  return new Map(rows.map((row) => [row.signer_no, row]))
}
