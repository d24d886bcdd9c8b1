import { type Expression, type RawBuilder, sql } from 'kysely'

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** A contract that a freezing of the platform's holds, and why; gone when that is undone. */
    contract_freeze: {
      tenant_id: string
      contract_id: string
      freezing_id: string
      reason: string
      frozen_at: number
    }
  }
}

/** Why the platform has frozen a contract, by the last freezing that holds it; null while it has not. */
export const freezeReason = (
  tenantId: Expression<unknown>,
  contractId: Expression<unknown>,
): RawBuilder<string | null> =>
  sql<string | null>`(
    select z.reason from contract_freeze z where z.tenant_id = ${tenantId} and z.contract_id = ${contractId}
    order by z.frozen_at desc limit 1)`
