import { orderLifecycle } from '@moqi/domain/orders/order-lifecycle'
import { orderLimits, type PayWay, payWithinMs } from '@moqi/domain/orders/pay-way'
import { Refusal } from '@moqi/domain/refusal'
import { formatDate } from '@moqi/domain/time/format-date'
import { sql } from 'kysely'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import type { KeptOffer } from './offers.ts'
import { addOrderLog, enterOrder, noteOnOrder, type OrderRow } from './order-rows.ts'

type Making = Pick<Deps, 'now' | 'newId' | 'random'>
type Buyer = Pick<Member, 'tenantId' | 'accountId' | 'nickName'>

/**
 * Orders so many packs as they are offered now, and closes the order when its time is over. Throws `order/too-many`
 * while others wait to be paid. Runs in the tenant.
 */
export async function makeOrder(
  deps: Making,
  tx: Db,
  { tenantId, accountId, nickName }: Buyer,
  { offer, quantity, payWay }: { offer: KeptOffer; quantity: number; payWay: PayWay },
): Promise<OrderRow> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`orders ${tenantId}`}, 0))`.execute(tx)
  await requireRoom(tx, tenantId)
  const at = deps.now()
  const order = await tx
    .insertInto('pack_order')
    .values({
      tenant_id: tenantId,
      order_id: deps.newId(),
      order_no: orderNo(deps),
      account_id: accountId,
      offer_id: offer.offerId,
      offer_version: offer.versionNo,
      pack_name: offer.name,
      quantity,
      copies: offer.copies * quantity,
      months: offer.months,
      fen: offer.fen * quantity,
      state: orderLifecycle.initial,
      pay_way: payWay,
      expires_at: at + payWithinMs[payWay],
      created_at: at,
      changed_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await enterOrder(tx, order)
  await addOrderLog(deps, tx, order, { verb: 'create', who: nickName })
  await closeLater(deps, tx, order)
  return order
}

async function requireRoom(tx: Db, tenantId: string): Promise<void> {
  const waiting = await tx
    .selectFrom('pack_order')
    .where('tenant_id', '=', tenantId)
    .where('state', '=', orderLifecycle.initial)
    .select('order_id')
    .execute()
  if (waiting.length >= orderLimits.waiting) throw new Refusal('order/too-many', { most: orderLimits.waiting })
}

/** Day and eight digits that nobody can count on: within a space they are drawn once. */
const orderNo = ({ now, random }: Making) =>
  `DD${formatDate(now(), '{y}{m}{d}')}${String(random(6).readUIntBE(0, 6) % 1e8).padStart(8, '0')}`

/** Gives an order another way to be paid, and the time that way has from its making. */
export async function setPayWay(deps: Pick<Deps, 'now'>, tx: Db, order: OrderRow, payWay: PayWay): Promise<OrderRow> {
  const changed = await noteOnOrder(deps, tx, order, {
    pay_way: payWay,
    expires_at: Math.max(order.created_at + payWithinMs[payWay], deps.now() + payWithinMs.online),
  })
  await closeLater(deps, tx, changed)
  return changed
}

/** Closes an order when its time is over; the later of two takes the place of the earlier. */
export async function closeLater(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  { tenant_id: tenantId, order_id: orderId, expires_at }: OrderRow,
): Promise<void> {
  const when = { delayMs: Math.max(0, expires_at - now()) + 1000, key: `close ${orderId}` }
  await enqueue(tx, 'closeOrder', { tenantId, orderId }, when)
}
