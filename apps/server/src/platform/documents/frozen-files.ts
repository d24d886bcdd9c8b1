import type { Db } from '#src/platform/database/database.ts'

/** A contract in its home tenant. */
type Place = { homeTenantId: string; contractId: string }

/**
 * Asks for a contract's frozen files as `h`: what freezing stored of each, and its head as it is now. Run in the home
 * tenant.
 */
export const frozenFiles = (home: Db, { homeTenantId, contractId }: Place) =>
  home
    .selectFrom('document_head as h')
    .innerJoin('document_layout as l', (join) =>
      join
        .onRef('l.tenant_id', '=', 'h.tenant_id')
        .onRef('l.contract_id', '=', 'h.contract_id')
        .onRef('l.file_id', '=', 'h.file_id'),
    )
    .where('h.tenant_id', '=', homeTenantId)
    .where('h.contract_id', '=', contractId)
    .select(['h.file_id', 'l.frozen_sha256', 'h.head', 'l.layout'])
