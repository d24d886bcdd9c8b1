import type { LedgerChange, QuotaPack } from '@moqi/domain/quota/ledger'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

/** What writing to the ledger needs of the world. */
export type Booking = Pick<Deps, 'now' | 'newId'>

/** A space's packs in the order they were given. Runs in the tenant. */
export const packsOf = (db: Db, tenantId: string) =>
  db
    .selectFrom('quota_pack')
    .where('tenant_id', '=', tenantId)
    .orderBy('given_at')
    .orderBy('pack_id')
    .select(['pack_id', 'total', 'remaining', 'expires_at'])

type PackRow = Awaited<ReturnType<ReturnType<typeof packsOf>['execute']>>[number]

/** A row as the domain's ledger reads it. */
export const packOf = ({
  pack_id,
  remaining,
  expires_at,
}: Pick<PackRow, 'pack_id' | 'remaining' | 'expires_at'>): QuotaPack => ({
  packId: pack_id,
  remaining,
  expiresAt: expires_at,
})

/**
 * Brings a pack to what a change left of it and appends the line that says so. The pack is locked by the caller, who
 * read it in this transaction.
 */
export async function writeChange(
  { now, newId }: Booking,
  tx: Db,
  { tenantId, contractId, reason = null }: { tenantId: string; contractId: string | null; reason?: string | null },
  { kind, change, pack }: LedgerChange,
): Promise<void> {
  await Promise.all([
    tx
      .updateTable('quota_pack')
      .set({ remaining: pack.remaining, expires_at: pack.expiresAt })
      .where('tenant_id', '=', tenantId)
      .where('pack_id', '=', pack.packId)
      .execute(),
    tx
      .insertInto('quota_entry')
      .values({
        tenant_id: tenantId,
        quota_entry_id: newId(),
        pack_id: pack.packId,
        kind,
        change,
        contract_id: contractId,
        reason,
        created_at: now(),
      })
      .execute(),
  ])
}
