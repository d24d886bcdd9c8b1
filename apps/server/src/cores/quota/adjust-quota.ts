import type { Adjustment } from '@moqi/domain/operators/proposal'
import { packEnd } from '@moqi/domain/orders/pack-offer'
import { takeBack } from '@moqi/domain/quota/ledger'
import { isUuid } from '#src/platform/uuid.ts'
import { Refusal } from '@moqi/domain/refusal'
import type { Db } from '#src/platform/database/database.ts'
import { givePack } from './give-pack.ts'
import { type Booking, packOf, packsOf, writeChange } from './pack-rows.ts'

type Adjusted = { tenantId: string; reason: string; adjustment: Adjustment }

/**
 * Gives a space a pack by hand, or takes 份 out of one that nothing was sent with yet, with the reason in the ledger.
 * Throws `quota/pack-changed` where the pack has fewer by now, or is over. Runs in the tenant.
 */
export async function adjustQuota(deps: Booking, tx: Db, { tenantId, reason, adjustment }: Adjusted): Promise<void> {
  const { copies, packId, months } = adjustment
  if (packId === null) {
    const expiresAt = packEnd(months ?? 1, deps.now())
    await givePack(deps, tx, tenantId, { kind: 'gift', total: copies, expiresAt, reason })
    return
  }
  const row = isUuid(packId)
    ? await packsOf(tx, tenantId).where('pack_id', '=', packId).forUpdate().executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('quota/pack-changed')
  await writeChange(deps, tx, { tenantId, contractId: null, reason }, takeBack(packOf(row), -copies, deps.now()))
}
