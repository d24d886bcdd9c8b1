import type { Order, OrderDetail, order } from '@moqi/api/order'
import { flagOf } from '@moqi/api/wire/flag'
import { orderLifecycle } from '@moqi/domain/orders/order-lifecycle'
import { refundFault, refundUntil } from '@moqi/domain/orders/refund-rule'
import { sql } from 'kysely'
import type { OrderRow } from '#src/cores/order/order-rows.ts'
import { isPackUsed } from '#src/cores/quota/withdraw-pack.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { pageOf, readCursor } from '#src/platform/keyset.ts'
import { ownOrder } from './own-order.ts'

/** One order with its payee, its voucher and its log. */
export const getOrder: Handler<typeof order.getOrder> = async (deps, member, { orderId }) => {
  const { tenantId, space } = member
  return deps.db.read(tenantId, async (tenant) => {
    const row = await ownOrder(tenant, member, orderId)
    const log = await tenant
      .selectFrom('pack_order_log')
      .where('tenant_id', '=', tenantId)
      .where('order_id', '=', orderId)
      .orderBy('log_id')
      .select(['at', 'who', 'verb', 'detail'])
      .execute()
    return {
      ...(await wireOrder(deps, tenant, row)),
      spaceName: space.name,
      ...openCashiers(deps),
      payee: payeeOf(deps, row),
      voucher: await voucherOf(tenant, row),
      voucherFault: row.voucher_fault,
      refundReason: row.refund_reason,
      refundFault: row.refund_fault,
      logArray: log.map(({ at, who, verb, detail }) => ({ logTime: at, who, verb, detail })),
    }
  })
}

/** The space's orders, newest first. */
export const listOrders: Handler<typeof order.listOrders> = async (deps, { tenantId }, input) => {
  const before = readCursor(input.cursor)
  return deps.db.read(tenantId, async (tenant) => {
    const rows = await tenant
      .selectFrom('pack_order')
      .where('tenant_id', '=', tenantId)
      .where('state', 'in', input.orderState === undefined ? orderLifecycle.states : [input.orderState])
      .$if(before !== null, (orders) =>
        orders.where(sql<boolean>`(created_at, order_id) < (${before?.at ?? 0}, ${before?.id ?? null}::uuid)`),
      )
      .orderBy('created_at', 'desc')
      .orderBy('order_id', 'desc')
      .limit(input.pageSize + 1)
      .selectAll()
      .execute()
    const { page, nextCursor } = pageOf(rows, input.pageSize, (row) => ({ at: row.created_at, id: row.order_id }))
    const orderArray: Order[] = []
    for (const row of page) orderArray.push(await wireOrder(deps, tenant, row))
    return { orderArray, nextCursor }
  })
}

async function wireOrder({ now }: Pick<Deps, 'now'>, db: Db, row: OrderRow): Promise<Order> {
  const buyer = await db
    .selectFrom('account')
    .where('account_id', '=', row.account_id)
    .select('nick_name')
    .executeTakeFirst()
  return {
    orderId: row.order_id,
    orderNo: row.order_no,
    orderState: row.state,
    packName: row.pack_name,
    quantity: row.quantity,
    copies: row.copies,
    months: row.months,
    fen: row.fen,
    payWay: row.pay_way,
    createTime: row.created_at,
    endTime: row.expires_at,
    payTime: row.paid_at,
    payThrough: row.paid_through,
    packEndTime: row.pack_ends_at,
    refundUntil: await refundableUntil(db, row, now()),
    buyerName: buyer?.nick_name ?? '',
  }
}

async function refundableUntil(db: Db, row: OrderRow, now: number): Promise<number | null> {
  const { paid_at: paidAt, pack_id: packId, tenant_id: tenantId } = row
  if (!orderLifecycle.can(row.state, 'requestRefund') || paidAt === null || packId === null) return null
  if (refundFault({ paidAt, used: false }, now) !== null) return null
  return (await isPackUsed(db, { tenantId, packId })) ? null : refundUntil(paidAt)
}

/** Whoever takes money now; where nobody does, why. */
function openCashiers({ cashiers }: Pick<Deps, 'cashiers'>): Pick<OrderDetail, 'cashierArray' | 'closedReason'> {
  const open = cashiers.filter(({ closed }) => closed === null)
  return {
    cashierArray: open.map(({ channel, label, forms, trial }) => {
      return { channel, label, formArray: [...forms], note: trial }
    }),
    closedReason: open.length > 0 ? null : (cashiers.find(({ closed }) => closed !== null)?.closed ?? null),
  }
}

/** A transfer is told apart by the order's last digits. */
function payeeOf({ config: { payee, demo } }: Pick<Deps, 'config'>, { order_no }: OrderRow) {
  if (payee === null) return null
  return {
    payeeName: payee.name,
    bankName: payee.bank,
    bankAccount: payee.account,
    note: order_no.slice(-8),
    isDemo: flagOf(demo),
  }
}

async function voucherOf(db: Db, { tenant_id, voucher_file_id: fileId }: OrderRow) {
  if (fileId === null) return null
  const found = await db
    .selectFrom('file')
    .where('tenant_id', '=', tenant_id)
    .where('file_id', '=', fileId)
    .select('name')
    .executeTakeFirst()
  return found ? { fileId, fileName: found.name } : null
}
