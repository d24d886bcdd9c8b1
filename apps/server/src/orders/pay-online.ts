import type { order } from '@moqi/api/order'
import type { PayChannel, PayForm } from '@moqi/domain/orders/pay-channel'
import { orderLifecycle } from '@moqi/domain/orders/order-lifecycle'
import { Refusal } from '@moqi/domain/refusal'
import { askAbout } from '#src/cores/order/close-order.ts'
import { waitingPayment } from '#src/cores/order/payments.ts'
import type { Deps } from '#src/platform/deps.ts'
import { drawQrCode } from '#src/platform/draw-qr-code.ts'
import { GatewayFault } from '#src/platform/gateways/gateway-fault.ts'
import { cashierOf, type PaymentGateway } from '#src/platform/gateways/payment/payment-gateway.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { ownOrder } from './own-order.ts'

/** When an order nobody has called back about is asked for, minutes after its cashier was opened; closing asks too. */
const askedAfter = [1, 4, 10, 20]

/** Cashiers refuse a bill that is over sooner. */
const leastMs = 60_000

/** Has an order's bill made out by a cashier and answers where it is paid; asked again, it is the same bill. */
export const openCashier: Handler<typeof order.openCashier> = async (deps, member, { orderId, channel, form }) => {
  const cashier = openOne(deps, channel, form)
  const { found, payment } = await deps.db.write(member.tenantId, async (tx) => {
    const locked = await ownOrder(tx, member, orderId, { lock: true })
    if (!orderLifecycle.can(locked.state, 'pay')) throw new Refusal('order/changed')
    if (locked.expires_at < deps.now() + leastMs)
      throw new Refusal('service/unavailable', { message: '订单即将关闭，来不及支付，请重新下单' })
    const waiting = await waitingPayment(deps, tx, locked, { channel, form })
    for (const minutes of askedAfter) {
      const when = { delayMs: minutes * 60_000, key: `ask ${waiting.payment_no} ${minutes}` }
      await enqueue(tx, 'askPayment', { paymentNo: waiting.payment_no }, when)
    }
    return { found: locked, payment: waiting }
  })
  const title = found.quantity === 1 ? found.pack_name : `${found.pack_name} × ${found.quantity}`
  const { payment_no: paymentNo, fen, expires_at } = payment
  const expiresAt = expires_at ?? found.expires_at
  const till = await cashier
    .open({
      paymentNo,
      orderNo: found.order_no,
      title,
      fen,
      form,
      expiresAt,
      payerAddress: member.address,
      backUrl: `${deps.config.publicUrl.replace(/\/+$/, '')}/home/cart/order?orderId=${orderId}`,
    })
    .catch((error: unknown) => {
      throw outOfReach(error, `${cashier.label}暂时无法使用，请稍后再试或换一种支付方式`)
    })
  const opened = 'qr' in till ? { url: null, qrcode: drawQrCode(till.qr) } : { url: till.url, qrcode: null }
  return deps.db.directoryWrite((tx) => keepAnswer(tx, deps, member, { ...opened, paymentNo, endTime: expiresAt }))
}

/** Asks the cashiers now, for who has paid and sees nothing of it. */
export const queryOrder: Handler<typeof order.queryOrder> = async (deps, member, { orderId }) => {
  await deps.db.read(member.tenantId, (tenant) => ownOrder(tenant, member, orderId))
  await askAbout(deps, { tenantId: member.tenantId, orderId }).catch((error: unknown) => {
    throw outOfReach(error, '暂时无法向支付渠道查询，请稍后再试。已付的款到账后订单自动更新，请勿重复支付')
  })
  const { state } = await deps.db.read(member.tenantId, (tenant) => ownOrder(tenant, member, orderId))
  return { orderState: state }
}

/** The cashier of a channel that takes money in that form now. Throws `service/unavailable`. */
function openOne({ cashiers }: Pick<Deps, 'cashiers'>, channel: PayChannel, form: PayForm): PaymentGateway {
  const cashier = cashierOf(cashiers, channel)
  if (cashier?.closed === null && cashier.forms.includes(form)) return cashier
  const message = cashier?.closed ?? '该支付方式未开通，请刷新后选择其他支付方式'
  throw new Refusal('service/unavailable', { message })
}

/** What a person reads of a cashier that does not answer, or not as it should; anything else as it is. */
const outOfReach = (error: unknown, message: string): unknown =>
  error instanceof GatewayFault ? new Refusal('service/unavailable', { message }) : error
