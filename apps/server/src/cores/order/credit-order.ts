import type { EventOf } from '@moqi/domain/lifecycle'
import type { orderLifecycle } from '@moqi/domain/orders/order-lifecycle'
import { packEnd } from '@moqi/domain/orders/pack-offer'
import { yuanText } from '@moqi/domain/orders/yuan-text'
import { givePack } from '#src/cores/quota/give-pack.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { notify } from '#src/platform/messages/notify.ts'
import type { Sending } from '#src/platform/messages/queue-message.ts'
import { moveOrder, type OrderRow, platformName } from './order-rows.ts'

/** What changing an order needs of the world. */
export type Ordering = Pick<Deps, 'config' | 'newId' | 'derivationKey'> & Sending

/** How an order was paid: who says so, by what means, and what the cashier or bank calls the payment. */
type Paid = { event: EventOf<typeof orderLifecycle>; who: string; through: string; reference: string }

/**
 * Makes a locked order paid and credits its pack, in the transaction of its payment: there is no order that is paid and
 * not credited, and a second pack for one order cannot be written. Runs in the tenant.
 */
export async function creditOrder(
  deps: Ordering,
  tx: Db,
  order: OrderRow,
  { event, who, through, reference }: Paid,
): Promise<OrderRow> {
  const { tenant_id: tenantId, order_id: orderId, account_id: accountId, pack_name: name, copies } = order
  const at = deps.now()
  const paid = await moveOrder(deps, tx, order, event, {
    who,
    detail: `交易号 ${reference}`,
    more: { paid_at: at, paid_through: through },
  })
  const expiresAt = packEnd(order.months, at)
  const packId = await givePack(deps, tx, tenantId, {
    kind: 'bought',
    total: copies,
    expiresAt,
    bought: { orderId, name },
  })
  const done = await moveOrder(deps, tx, paid, 'credit', {
    who: platformName,
    detail: `${copies}份`,
    more: { pack_id: packId, pack_ends_at: expiresAt },
  })
  const facts = { pack: name, copies, amount: yuanText(order.fen), orderId }
  await notify(deps, tx, { kind: 'orderPaid', to: { accountId, tenantId }, facts, once: `paid ${orderId}` })
  return done
}
