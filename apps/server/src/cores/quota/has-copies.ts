import type { Adjustment } from '@moqi/domain/operators/proposal'
import type { Db } from '#src/platform/database/database.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { type Booking, packsOf } from './pack-rows.ts'

/** Whether what is to be taken back is there to be taken; true of what is given. Runs in the tenant. */
export async function hasCopies(
  { now }: Pick<Booking, 'now'>,
  db: Db,
  tenantId: string,
  { copies, packId }: Adjustment,
): Promise<boolean> {
  if (packId === null) return true
  const row = isUuid(packId) ? await packsOf(db, tenantId).where('pack_id', '=', packId).executeTakeFirst() : undefined
  return row !== undefined && row.remaining >= -copies && (row.expires_at === null || row.expires_at > now())
}
