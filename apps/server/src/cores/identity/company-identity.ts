import type { SealOwner } from '@moqi/domain/seals/company-seal'
import type { Db } from '#src/platform/database/database.ts'

/**
 * What an authenticated company is registered as; its legal representative as its authentication told it, null where
 * none did. Null for a space that is no authenticated company. Runs in the directory or any tenant.
 */
export async function companyIdentity(db: Db, tenantId: string): Promise<SealOwner | null> {
  const found = await db
    .selectFrom('space as s')
    .leftJoin('company_auth as a', (join) =>
      join.onRef('a.tenant_id', '=', 's.tenant_id').onRef('a.auth_id', '=', 's.auth_id'),
    )
    .where('s.tenant_id', '=', tenantId)
    .where('s.kind', '=', 'company')
    .where('s.auth_status', '=', 'passAuth')
    .select(['s.name', 's.credit_code', 'a.legal_name'])
    .executeTakeFirst()
  return found ? { companyName: found.name, creditCode: found.credit_code ?? '', legalName: found.legal_name } : null
}
