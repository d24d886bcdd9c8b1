import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { closeOrder, closePayment } from '#src/cores/order/close-order.ts'
import { returnPayment } from '#src/cores/order/give-back.ts'
import { askPayment } from '#src/cores/order/settle-payment.ts'
import { openPayments, refuseVoucher } from '#src/cores/order/transfers.ts'
import { checkLedger } from '#src/cores/quota/check-ledger.ts'
import type { Callback } from '#src/platform/gateways/payment/payment-gateway.ts'
import { honest } from '#src/testing/cashier-player.ts'
import { channelScene, type ChannelScene } from '#src/testing/channel-scene.ts'
import { bought, linesOf, ordered, orderOf, slipOf, untilOrder } from '#src/testing/order-scene.ts'
import { surplusOf } from '#src/testing/quota-scene.ts'

const start = Date.UTC(2026, 10, 28, 2)
let clock = start
let scene: ChannelScene

beforeAll(async () => {
  scene = await channelScene(() => clock)
})
afterEach(() => scene.reset())
afterAll(() => scene.close())

const channels = {
  wechat: { pay: (no: string) => scene.wechat.pay(no), callback: (no: string): Callback => scene.wechat.callback(no) },
  alipay: { pay: (no: string) => scene.alipay.pay(no), callback: (no: string): Callback => scene.alipay.callback(no) },
}
const lieOf = (channel: 'wechat' | 'alipay') => (channel === 'wechat' ? scene.wechat.lies : scene.alipay.lies)

test('an order names who takes money, and says of players that they take none', async () => {
  const orderId = await ordered(scene.server, scene.jing)
  const { cashierArray } = await orderOf(scene.server, scene.jing, orderId)
  expect(cashierArray.map(({ channel, label, formArray, note }) => [channel, label, formArray, note !== null])).toEqual(
    [
      ['wechat', '微信支付（测试环境）', ['qr', 'phone'], true],
      ['alipay', '支付宝（测试环境）', ['qr', 'page', 'phone'], true],
      ['demo', '演示收银台，不会真实扣款', ['page'], true],
    ],
  )
  await scene.cancel(orderId)
})

describe.each(['wechat', 'alipay'] as const)('%s', (channel) => {
  const { pay, callback } = channels[channel]

  test('is asked for a code, which is the same when asked again, and credits when it calls back', async () => {
    const before = await surplusOf(scene.server, scene.jing.tenantId)
    const { orderId, paymentNo, qrcode, url } = await scene.billed(channel)
    expect([qrcode?.startsWith('data:image/svg+xml'), url]).toEqual([true, null])
    expect((await scene.open(orderId, channel)).data).toMatchObject({ paymentNo, qrcode })
    pay(paymentNo)
    expect(await scene.heard(channel, callback(paymentNo))).toEqual({ status: 200, text: 'success' })
    const order = await orderOf(scene.server, scene.jing, orderId)
    expect([order.orderState, order.logArray.map(({ verb }) => verb)]).toEqual(['done', ['create', 'pay', 'credit']])
    expect(await surplusOf(scene.server, scene.jing.tenantId)).toBe(before + 100)
  })

  test('callbacks doubled and late, questions and closing that fall together credit once', async () => {
    const before = await surplusOf(scene.server, scene.jing.tenantId)
    const { orderId, paymentNo } = await scene.billed(channel)
    pay(paymentNo)
    const place = { tenantId: scene.jing.tenantId, orderId }
    await Promise.all([
      ...Array.from({ length: 5 }, () => scene.heard(channel, callback(paymentNo))),
      scene.server.call('queryOrder', { orderId }, scene.jing),
      askPayment(scene.server.deps, { paymentNo }),
      closeOrder(scene.server.deps, place),
      closePayment(scene.server.deps, { paymentNo }),
    ])
    expect(await scene.heard(channel, callback(paymentNo))).toMatchObject({ status: 200 })
    expect([await scene.stateOf(orderId), await linesOf(scene.server, scene.jing, orderId, 'credit')]).toEqual([
      'done',
      1,
    ])
    expect(await surplusOf(scene.server, scene.jing.tenantId)).toBe(before + 100)
    expect(await checkLedger(scene.server.deps.db)).toEqual([])
  })

  test('an order nobody calls back about is asked for', async () => {
    const { orderId, paymentNo } = await scene.billed(channel)
    await askPayment(scene.server.deps, { paymentNo })
    expect(await scene.stateOf(orderId)).toBe('created')
    pay(paymentNo)
    await askPayment(scene.server.deps, { paymentNo })
    expect(await scene.stateOf(orderId)).toBe('done')
  })

  test('answers that are not signed, by a stranger, or of another amount, merchant or bill credit nothing', async () => {
    const { orderId, paymentNo } = await scene.billed(channel)
    pay(paymentNo)
    const lies = lieOf(channel)
    const asked = () => askPayment(scene.server.deps, { paymentNo })
    lies.unsigned = true
    await expect(asked()).rejects.toThrow('not signed')
    honest(lies)
    lies.by = 'stranger'
    await expect(asked()).rejects.toThrow('not signed')
    honest(lies)
    const said =
      channel === 'wechat'
        ? [{ amount: { total: 1, currency: 'CNY' } }, { mchid: '1' }, { appid: 'wx0' }, { out_trade_no: 'FK1' }]
        : [{ total_amount: '0.01' }, { out_trade_no: 'FK1' }]
    for (const one of said) {
      lies.said = one
      await expect(asked()).rejects.toThrow('payment/forged')
    }
    expect(await scene.stateOf(orderId)).toBe('created')
    honest(lies)
    await asked()
    expect(await scene.stateOf(orderId)).toBe('done')
  })

  test.each(['reset', 'garbage', 'busy'] as const)('a cashier that answers with %s changes nothing', async (how) => {
    const { orderId, paymentNo } = await scene.billed(channel)
    const other = await ordered(scene.server, scene.jing)
    pay(paymentNo)
    lieOf(channel).how = how
    const opened = await scene.open(other, channel)
    const queried = await scene.server.call('queryOrder', { orderId }, scene.jing)
    expect([opened.code, queried.code, queried.message.includes('请勿重复支付')]).toEqual([503, 503, true])
    expect(opened.message).toContain('请稍后再试或换一种支付方式')
    honest(lieOf(channel))
    await scene.server.call('queryOrder', { orderId }, scene.jing)
    expect(await scene.stateOf(orderId)).toBe('done')
    await scene.cancel(other)
  })

  test('one that hangs is given up on', { timeout: 30_000 }, async () => {
    const orderId = await ordered(scene.server, scene.jing)
    lieOf(channel).how = 'hang'
    expect((await scene.open(orderId, channel)).code).toBe(503)
    await scene.cancel(orderId)
  })

  test('a bill is closed when its order is cancelled, and money that came all the same goes back', async () => {
    const before = await surplusOf(scene.server, scene.jing.tenantId)
    const unpaid = await scene.billed(channel)
    const paid = await scene.billed(channel)
    await scene.cancel(unpaid.orderId)
    await closePayment(scene.server.deps, unpaid)
    const closed = {
      wechat: scene.wechat.bills.get(unpaid.paymentNo)?.state === 'CLOSED',
      alipay: scene.alipay.asked.includes('alipay.trade.close'),
    }
    expect(closed[channel]).toBe(true)
    pay(paid.paymentNo)
    await scene.cancel(paid.orderId)
    await scene.untilPayment(paid.paymentNo, 'returned')
    expect([await scene.stateOf(paid.orderId), await surplusOf(scene.server, scene.jing.tenantId)]).toEqual([
      'cancelled',
      before,
    ])
  })

  test('a refund that takes time is asked for until it is done, and happens once', async () => {
    const { orderId, paymentNo } = await scene.billed(channel)
    pay(paymentNo)
    await scene.heard(channel, callback(paymentNo))
    if (channel === 'wechat') scene.wechat.refundsAs('PROCESSING')
    else scene.alipay.refundsAs('later')
    await scene.server.call('requestRefund', { orderId, reason: '买错了套餐' }, scene.jing)
    await vi.waitUntil(() =>
      channel === 'wechat' ? scene.wechat.refunds.size > 0 : scene.alipay.trades.get(paymentNo)?.refunded,
    )
    await returnPayment(scene.server.deps, { paymentNo, asked: 1 })
    await untilOrder(scene.server, scene.jing, orderId, 'refunded')
    expect((await scene.paymentOf(paymentNo)).state).toBe('returned')
  })

  test('a refund that is refused leaves the pack as it was, with the cashier’s reason', async () => {
    const { orderId, paymentNo } = await scene.billed(channel)
    pay(paymentNo)
    await scene.heard(channel, callback(paymentNo))
    const before = await surplusOf(scene.server, scene.jing.tenantId)
    if (channel === 'wechat') scene.wechat.refundsAs('NOT_ENOUGH')
    else scene.alipay.refundsAs('refused')
    await scene.server.call('requestRefund', { orderId, reason: '买错了套餐' }, scene.jing)
    await untilOrder(scene.server, scene.jing, orderId, 'done')
    expect((await orderOf(scene.server, scene.jing, orderId)).refundFault).toContain('余额不足')
    expect(await surplusOf(scene.server, scene.jing.tenantId)).toBe(before)
  })

  test('of an order that two channels take money for the second goes back, and bills left open are closed', async () => {
    const other = channel === 'wechat' ? 'alipay' : 'wechat'
    const { orderId, paymentNo } = await scene.billed(channel)
    const second = await scene.open(orderId, other)
    const third = await scene.open(orderId, 'demo', 'page')
    pay(paymentNo)
    channels[other].pay(second.data.paymentNo)
    await scene.heard(channel, callback(paymentNo))
    await scene.heard(other, channels[other].callback(second.data.paymentNo))
    await scene.untilPayment(second.data.paymentNo, 'returned')
    await closePayment(scene.server.deps, third.data)
    const late = { paymentNo: third.data.paymentNo, outcome: 'paid' } as const
    expect((await scene.server.call('payCashierBill', late, scene.jing)).code).toBe(410)
    expect([await scene.stateOf(orderId), await linesOf(scene.server, scene.jing, orderId, 'credit')]).toEqual([
      'done',
      1,
    ])
  })
})

test('a payment goes back by the channel that took it, and says so where that is set up no more', async () => {
  const orderId = await bought(scene.server, scene.jing)
  const { paymentNo } = await scene.billed('wechat').then(async (bill) => {
    scene.wechat.pay(bill.paymentNo)
    await scene.heard('wechat', scene.wechat.callback(bill.paymentNo))
    await scene.server.call('requestRefund', { orderId: bill.orderId, reason: '买错了套餐' }, scene.jing)
    await untilOrder(scene.server, scene.jing, bill.orderId, 'refunded')
    return bill
  })
  expect(scene.wechat.refunds.get(paymentNo)?.fen).toBe(59_900)
  const gone = await scene.billed('alipay')
  scene.alipay.pay(gone.paymentNo)
  await scene.heard('alipay', scene.alipay.callback(gone.paymentNo))
  const without = {
    ...scene.server.deps,
    cashiers: scene.server.deps.cashiers.filter(({ channel }) => channel !== 'alipay'),
  }
  scene.alipay.lies.how = 'busy'
  await scene.server.call('requestRefund', { orderId: gone.orderId, reason: '买错了套餐' }, scene.jing)
  await returnPayment(without, gone)
  expect((await orderOf(scene.server, scene.jing, gone.orderId)).refundFault).toContain('原支付渠道已停用')
  await scene.server.call('requestRefund', { orderId, reason: '买错了套餐' }, scene.jing)
  await untilOrder(scene.server, scene.jing, orderId, 'refunded')
})

test('a bill is asked for anew when its time is nearly over', async () => {
  const { orderId, paymentNo } = await scene.billed('wechat')
  await scene.server.call('setPayWay', { orderId, payWay: 'transfer' }, scene.jing)
  clock += 29.5 * 60_000
  const again = await scene.open(orderId, 'wechat')
  expect(again.data.paymentNo).not.toBe(paymentNo)
  clock = start
  await scene.cancel(orderId)
})

test('a bill that was closed for a voucher is not taken up again when the voucher is refused', async () => {
  const { server, jing } = scene
  const { orderId, paymentNo } = await scene.billed('wechat')
  await server.call('submitVoucher', { orderId, fileId: await slipOf(server, jing) }, jing)
  await closePayment(server.deps, { paymentNo })
  expect(scene.wechat.bills.get(paymentNo)?.state).toBe('CLOSED')
  const open = (await openPayments(server.deps.db)).find(({ order }) => order.order_id === orderId)
  const refused = { paymentNo: open?.payment.payment_no ?? '', by: '平台运营', reason: '回单金额不符' }
  await server.deps.db.write(jing.tenantId, (tx) => refuseVoucher(server.deps, tx, jing.tenantId, refused))
  const again = await scene.open(orderId, 'wechat')
  expect([again.code, again.data.paymentNo === paymentNo]).toEqual([200, false])
  scene.wechat.pay(again.data.paymentNo)
  await server.call('queryOrder', { orderId }, jing)
  expect(await scene.stateOf(orderId)).toBe('done')
})
