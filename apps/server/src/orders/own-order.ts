import { Refusal } from '@moqi/domain/refusal'
import { type OrderRow, requireOrder } from '#src/cores/order/order-rows.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import { isUuid } from '#src/platform/uuid.ts'

/** The order of the member's space that is named. Throws `order/not-found`. */
export const ownOrder = async (
  db: Db,
  { tenantId }: Pick<Member, 'tenantId'>,
  orderId: string,
  choice: { lock?: boolean } = {},
): Promise<OrderRow> => {
  if (!isUuid(orderId)) throw new Refusal('order/not-found')
  return requireOrder(db, { tenantId, orderId }, choice)
}
