import type { LedgerKind } from '@moqi/domain/quota/ledger'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

type Making = Pick<Deps, 'newId' | 'now'>

/** 体验 pack after a space's first real-name authentication (domain.md 5.9). */
export const trialQuota = 5

/**
 * Writes down by how many 份 a space's quota changed, and for which contract. Runs in the tenant, with the change
 * itself.
 */
export async function addQuotaEntry(
  { newId, now }: Making,
  tx: Db,
  tenantId: string,
  { kind, change, contractId }: { kind: LedgerKind; change: number; contractId: string | null },
): Promise<void> {
  await tx
    .insertInto('quota_entry')
    .values({
      tenant_id: tenantId,
      quota_entry_id: newId(),
      kind,
      change,
      contract_id: contractId,
      created_at: now(),
    })
    .execute()
}

/** Gives a space its first 份. Runs in the tenant. */
export async function giveQuota(deps: Making, tx: Db, tenantId: string, change: number): Promise<void> {
  await tx
    .insertInto('quota')
    .values({ tenant_id: tenantId, surplus: change })
    .onConflict((conflict) => conflict.column('tenant_id').doNothing())
    .execute()
  await addQuotaEntry(deps, tx, tenantId, { kind: 'gift', change, contractId: null })
}
