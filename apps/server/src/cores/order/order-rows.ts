import type { EventOf } from '@moqi/domain/lifecycle'
import { orderLifecycle } from '@moqi/domain/orders/order-lifecycle'
import type { OrderLogVerb } from '@moqi/domain/orders/order-log-verbs'
import { Refusal } from '@moqi/domain/refusal'
import type { Selectable, Updateable } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Schema } from '#src/platform/database/schema.ts'

/** An order as it is kept. */
export type OrderRow = Selectable<Schema['pack_order']>
/** Names an order. */
export type OrderPlace = { tenantId: string; orderId: string }
/** Who did something to an order, as its log says it, and what else there is to say. */
export type OrderLine = { who: string; detail?: string | null }
/** What the order keeps beside its state. */
type More = Omit<Updateable<Schema['pack_order']>, 'state' | 'tenant_id' | 'order_id'>

/** What the log of an order calls the platform itself. */
export const platformName = '平台'

/** A space's order, locked for a change. Throws `order/not-found`. Runs in the tenant. */
export async function requireOrder(db: Db, place: OrderPlace, { lock = false } = {}): Promise<OrderRow> {
  const order = await db
    .selectFrom('pack_order')
    .where('tenant_id', '=', place.tenantId)
    .where('order_id', '=', place.orderId)
    .selectAll()
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!order) throw new Refusal('order/not-found')
  return order
}

/** Moves a locked order, with its log line. Throws `order/changed` for a move that its lifecycle does not list. */
export async function moveOrder(
  deps: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  order: OrderRow,
  event: EventOf<typeof orderLifecycle>,
  { more = {}, ...line }: OrderLine & { more?: More },
): Promise<OrderRow> {
  const state = orderLifecycle.after(order.state, event)
  const moved = await changeOrder(deps, tx, order, { ...more, state })
  await addOrderLog(deps, tx, order, { verb: event, ...line })
  return moved
}

/** Writes what an order keeps; its state is `moveOrder`'s to change. */
async function changeOrder(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  { tenant_id, order_id }: OrderRow,
  columns: More & Pick<Updateable<Schema['pack_order']>, 'state'>,
): Promise<OrderRow> {
  const changed = await tx
    .updateTable('pack_order')
    .set({ ...columns, changed_at: now() })
    .where('tenant_id', '=', tenant_id)
    .where('order_id', '=', order_id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await enterOrder(tx, changed)
  return changed
}

/** Enters an order, as it is after a change, where those who sold it find it. */
export async function enterOrder(tx: Db, order: OrderRow): Promise<void> {
  const { state, pay_way, paid_at, paid_through } = order
  await tx
    .insertInto('order_register')
    .values({
      order_id: order.order_id,
      tenant_id: order.tenant_id,
      order_no: order.order_no,
      offer_id: order.offer_id,
      pack_name: order.pack_name,
      quantity: order.quantity,
      copies: order.copies,
      fen: order.fen,
      state,
      pay_way,
      created_at: order.created_at,
      paid_at,
      paid_through,
    })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet({ state, pay_way, paid_at, paid_through }))
    .execute()
}

/** What an order keeps beside its state. */
export const noteOnOrder = (deps: Pick<Deps, 'now'>, tx: Db, order: OrderRow, more: More): Promise<OrderRow> =>
  changeOrder(deps, tx, order, more)

/** Appends a line to an order's log. */
export async function addOrderLog(
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  { tenant_id, order_id }: Pick<OrderRow, 'tenant_id' | 'order_id'>,
  { verb, who, detail = null }: OrderLine & { verb: OrderLogVerb },
): Promise<void> {
  await tx
    .insertInto('pack_order_log')
    .values({ tenant_id, order_id, log_id: newId(), at: now(), who, verb, detail })
    .execute()
}
