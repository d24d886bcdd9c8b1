import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { ContractRow } from './contract-rows.ts'

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** A file of a voided contract by its hash (hex), in whosever space the contract is. */
    voided_file: { sha256: string; home_tenant_id: string; contract_id: string; voided_at: number }
  }
}

/** Notes the files of a contract that has just been voided, which stay as they are. Runs in the home tenant. */
export async function noteVoided(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  { tenant_id, contract_id }: ContractRow,
): Promise<void> {
  await tx
    .insertInto('voided_file')
    .columns(['sha256', 'home_tenant_id', 'contract_id', 'voided_at'])
    .expression((eb) =>
      eb
        .selectFrom('document_head')
        .where('tenant_id', '=', tenant_id)
        .where('contract_id', '=', contract_id)
        .select(['sha256', 'tenant_id', 'contract_id', sql<number>`${now()}::bigint`.as('voided_at')]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Notes the files of a voided contract again, whose archive has been renewed; nothing of any other. */
export async function noteVoidedAgain(
  tx: Db,
  { tenantId, contractId }: { tenantId: string; contractId: string },
): Promise<void> {
  await tx
    .insertInto('voided_file')
    .columns(['sha256', 'home_tenant_id', 'contract_id', 'voided_at'])
    .expression((eb) =>
      eb
        .selectFrom('document_head as h')
        .innerJoin('voided_file as v', (join) =>
          join.onRef('v.home_tenant_id', '=', 'h.tenant_id').onRef('v.contract_id', '=', 'h.contract_id'),
        )
        .where('h.tenant_id', '=', tenantId)
        .where('h.contract_id', '=', contractId)
        .select(['h.sha256', 'v.home_tenant_id', 'v.contract_id', 'v.voided_at']),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
