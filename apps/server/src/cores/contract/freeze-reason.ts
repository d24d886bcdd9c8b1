import { type Expression, type RawBuilder, sql } from 'kysely'

/** Why the platform has frozen a contract, by the last freezing that still holds it; null while it has not. */
export const freezeReason = (
  tenantId: Expression<unknown>,
  contractId: Expression<unknown>,
): RawBuilder<string | null> =>
  sql<string | null>`(
    select z.reason from contract_freeze z where z.tenant_id = ${tenantId} and z.contract_id = ${contractId}
    and z.thawed_at is null order by z.frozen_at desc limit 1)`
