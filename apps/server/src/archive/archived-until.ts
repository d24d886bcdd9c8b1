import type { Deps } from '#src/platform/deps.ts'
import type { ContractPlace } from './archivable-files.ts'

/**
 * The ms until which the contract's archive holds; null before it is archived, undefined when there is no such
 * contract.
 */
export async function archivedUntil(
  { db }: Pick<Deps, 'db'>,
  { tenantId, contractId }: ContractPlace,
): Promise<number | null | undefined> {
  const contract = await db.read(tenantId, (home) =>
    home
      .selectFrom('contract')
      .where('tenant_id', '=', tenantId)
      .where('contract_id', '=', contractId)
      .select('archived_until')
      .executeTakeFirst(),
  )
  return contract?.archived_until
}
