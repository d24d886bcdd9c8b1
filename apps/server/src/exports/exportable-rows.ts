import type { Db } from '#src/platform/database/database.ts'

/** The company's own rows of the contracts that are complete: documents are given out when they are. */
export const exportableRows = (tenant: Db, tenantId: string) =>
  tenant
    .selectFrom('inbox')
    .where('tenant_id', '=', tenantId)
    // A company's own rows stand under its id.
    .where('account_id', '=', tenantId)
    .where('contract_state', 'in', ['finish', 'voided'])
