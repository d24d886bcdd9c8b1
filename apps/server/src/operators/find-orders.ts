import type { operatorOrder, SoldOrder } from '@moqi/api/operator-order'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { likeText, pageOf, readCursor } from '#src/platform/keyset.ts'
import { isUuid } from '#src/platform/uuid.ts'

const pageSize = 20

/** An order where it is found, with the name of whose it is. */
export type FoundOrder = Selectable<Schema['order_register']> & { owner: string }

/** Orders of every space by number, buyer, state, way of paying and day; the newest first. */
export const findOrders: Handler<typeof operatorOrder.findOrders> = async ({ db }, _operator, input) => {
  const after = readCursor(input.cursor)
  const { orderState, payWay, timeStart, timeEnd } = input
  const rows: FoundOrder[] = await db.directory((directory) =>
    wanted(directory, input.search ?? '')
      .$if(orderState !== undefined, (query) => query.where('r.state', 'in', orderState ? [orderState] : []))
      .$if(payWay !== undefined, (query) => query.where('r.pay_way', 'in', payWay ? [payWay] : []))
      .$if(timeStart !== undefined, (query) => query.where('r.created_at', '>=', timeStart ?? 0))
      .$if(timeEnd !== undefined, (query) => query.where('r.created_at', '<=', timeEnd ?? 0))
      .$if(after !== null, (query) =>
        query.where((eb) =>
          eb(eb.refTuple('r.created_at', 'r.order_id'), '<', eb.tuple(after?.at ?? 0, after?.id ?? '')),
        ),
      )
      .orderBy('r.created_at', 'desc')
      .orderBy('r.order_id', 'desc')
      .limit(pageSize + 1)
      .execute(),
  )
  const { page, nextCursor } = pageOf(rows, pageSize, ({ created_at: at, order_id: id }) => ({ at, id }))
  return { orderArray: page.map(shownOrder), nextCursor }
}

/** All orders, each with its buyer. */
export const allOrders = (directory: Db) =>
  directory
    .selectFrom('order_register as r')
    .innerJoin('space as s', 's.tenant_id', 'r.tenant_id')
    .selectAll('r')
    .select('s.name as owner')

/** A number may be typed from its beginning; its last eight digits are what a bank transfer names. */
function wanted(directory: Db, search: string) {
  const orders = allOrders(directory)
  if (isUuid(search)) return orders.where('r.tenant_id', '=', search)
  if (/^\d{8}$/.test(search)) return orders.where(sql<boolean>`right(r.order_no, 8) = ${search}`)
  if (/^dd\d{2,}$/i.test(search)) return orders.where('r.order_no', 'like', `${search.toUpperCase()}%`)
  const words = likeText(search)
  return words === null
    ? orders
    : orders.where((eb) => eb.or([eb('s.name', 'like', words), eb('r.pack_name', 'like', words)]))
}

/** An order as the wire has it. */
export const shownOrder = (row: FoundOrder): SoldOrder => ({
  orderId: row.order_id,
  orderNo: row.order_no,
  tenantId: row.tenant_id,
  ownerName: row.owner,
  packName: row.pack_name,
  quantity: row.quantity,
  copies: row.copies,
  fen: row.fen,
  orderState: row.state,
  payWay: row.pay_way,
  createTime: row.created_at,
  payTime: row.paid_at,
  payThrough: row.paid_through,
})
