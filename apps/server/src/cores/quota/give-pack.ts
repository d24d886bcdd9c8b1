import type { PackKind } from '@moqi/domain/quota/ledger'
import type { Db } from '#src/platform/database/database.ts'
import type { Booking } from './pack-rows.ts'

/**
 * A pack to give: `total` in 份, until when it holds in ms, null is for ever; `bought` is what it was ordered as,
 * `reason` why it is given by hand.
 */
type NewPack = {
  kind: PackKind
  total: number
  expiresAt: number | null
  bought?: { orderId: string; name: string }
  reason?: string
}

/**
 * Gives a space a pack, with its line in the ledger, and answers its id. A second trial pack is not given, nor a second
 * one for an order: the answer is null. Runs in the tenant.
 */
export async function givePack(
  { now, newId }: Booking,
  tx: Db,
  tenantId: string,
  pack: NewPack,
): Promise<string | null> {
  const packId = newId()
  const given = await tx
    .insertInto('quota_pack')
    .values({
      tenant_id: tenantId,
      pack_id: packId,
      kind: pack.kind,
      total: pack.total,
      remaining: pack.total,
      given_at: now(),
      expires_at: pack.expiresAt,
      order_id: pack.bought?.orderId ?? null,
      name: pack.bought?.name ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (given.numInsertedOrUpdatedRows !== 1n) return null
  await tx
    .insertInto('quota_entry')
    .values({
      tenant_id: tenantId,
      quota_entry_id: newId(),
      pack_id: packId,
      kind: pack.reason !== undefined ? 'adjust' : pack.kind === 'bought' ? 'purchase' : 'gift',
      change: pack.total,
      contract_id: null,
      reason: pack.reason ?? null,
      created_at: now(),
    })
    .execute()
  return packId
}
