import type { order } from '@moqi/api/order'
import { Refusal } from '@moqi/domain/refusal'
import { makeOrder, setPayWay as setWay } from '#src/cores/order/make-order.ts'
import { moveOrder } from '#src/cores/order/order-rows.ts'
import { closeBills } from '#src/cores/order/payments.ts'
import { offersFor } from '#src/cores/order/offers.ts'
import { orderLifecycle } from '@moqi/domain/orders/order-lifecycle'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { ownOrder } from './own-order.ts'

/** Orders packs as they were shown; what has changed since is refused, and never taken in silence. */
export const createOrder: Handler<typeof order.createOrder> = async (deps, member, input) => {
  const { tenantId, space } = member
  if (space.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  const { offerId, quantity, fen, payWay, versionNo } = input
  const offers = await deps.db.directory((directory) => offersFor(directory, space.kind, deps.now()))
  const offer = offers.find((one) => one.offerId === offerId)
  if (!offer || offer.fen * quantity !== fen) throw new Refusal('order/offer-changed')
  if (versionNo !== undefined && versionNo !== offer.versionNo) throw new Refusal('order/offer-changed')
  return deps.db.write(tenantId, async (tx) => {
    const made = await makeOrder(deps, tx, member, { offer, quantity, payWay })
    return keepAnswer(tx, deps, member, { orderId: made.order_id })
  })
}

/** Another way to pay an order that waits to be paid. */
export const setPayWay: Handler<typeof order.setPayWay> = async (deps, member, { orderId, payWay }) => {
  if (payWay === 'transfer' && deps.config.payee === null)
    throw new Refusal('service/unavailable', { message: '平台暂不支持对公转账，请选择在线支付' })
  return deps.db.write(member.tenantId, async (tx) => {
    const found = await ownOrder(tx, member, orderId, { lock: true })
    if (!orderLifecycle.can(found.state, 'pay')) throw new Refusal('order/changed')
    await setWay(deps, tx, found, payWay)
    return keepAnswer(tx, deps, member, null)
  })
}

/** Ends an order that waits to be paid and has its bills closed; money that comes all the same goes back. */
export const cancelOrder: Handler<typeof order.cancelOrder> = (deps, member, { orderId }) =>
  deps.db.write(member.tenantId, async (tx) => {
    const found = await ownOrder(tx, member, orderId, { lock: true })
    await moveOrder(deps, tx, found, 'cancel', { who: member.nickName })
    await closeBills(deps, tx, found)
    return keepAnswer(tx, deps, member, null)
  })
