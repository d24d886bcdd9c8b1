import { orderLifecycle } from '@moqi/domain/orders/order-lifecycle'
import { dayMs } from '@moqi/domain/time/civil-date'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeOrder } from '#src/cores/order/close-order.ts'
import { saveOffer } from '#src/cores/order/offers.ts'
import { askPayment, settlePayment } from '#src/cores/order/settle-payment.ts'
import { confirmTransfer, openPayments, refuseVoucher } from '#src/cores/order/transfers.ts'
import { returnPayment } from '#src/cores/order/give-back.ts'
import { checkLedger } from '#src/cores/quota/check-ledger.ts'
import { callbackOf } from '#src/platform/gateways/payment/embedded-cashier.ts'
import { type Callback, cashierOf } from '#src/platform/gateways/payment/payment-gateway.ts'
import { type Player, personSigner, player, prepared } from '#src/testing/contract-scene.ts'
import {
  atCashier,
  bought,
  calledBack,
  linesOf,
  offered,
  ordered,
  orderOf,
  paymentOf,
  slipOf,
  untilOrder,
} from '#src/testing/order-scene.ts'
import { setSurplus, surplusOf } from '#src/testing/quota-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const start = Date.UTC(2026, 10, 20, 2)
let clock = start
let server: TestServer
let jing: Player
let operator: Player
let wang: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  await signedIn()
})
afterAll(() => server.close())

async function signedIn(): Promise<void> {
  jing = await player(server, '13800000002', 'company')
  operator = await player(server, '13800000003', 'company')
  wang = await player(server, '13800000001', 'person')
}

/** Pays at the cashier without its calling back. */
async function paidSilently(orderId: string): Promise<string> {
  const paymentNo = await atCashier(server, jing, orderId)
  await server.call('payCashierBill', { paymentNo, outcome: 'silent' }, jing)
  return paymentNo
}
const callback = async (paymentNo: string) => {
  const made = await callbackOf(server.deps, paymentNo)
  if (!made) throw new Error('nothing was paid')
  return made
}
const notice = (heard: Callback) => calledBack(server, 'demo', heard)
const cashier = () => {
  const found = cashierOf(server.deps.cashiers, 'demo')
  if (!found) throw new Error('no cashier')
  return found
}
const read = async (heard: Callback) => {
  const found = await cashier().read(heard)
  if (!found) throw new Error('tells of no payment')
  return found
}
const stateOf = async (orderId: string) => (await orderOf(server, jing, orderId)).orderState
const asOperator = async <T>(run: (tx: Parameters<Parameters<typeof server.deps.db.write>[1]>[0]) => Promise<T>) =>
  server.deps.db.write(jing.tenantId, run)
const place = (orderId: string) => ({ tenantId: jing.tenantId, orderId })

describe('the catalogue', () => {
  test('shows each kind of space what is sold to it, and what it has', async () => {
    const { data: company } = await server.call('listOffers', {}, jing)
    const { data: person } = await server.call('listOffers', {}, wang)
    expect(company.offerArray.map(({ packName }) => packName)).toEqual(['企业100份', '企业500份', '企业2000份'])
    expect(person.offerArray.map(({ packName, fen }) => [packName, fen])).toEqual([['个人20份', 9900]])
    expect([person.surplus, person.packArray.map(({ remaining }) => remaining)]).toEqual([
      await surplusOf(server, wang.tenantId),
      [await surplusOf(server, wang.tenantId)],
    ])
  })

  test('an operator is answered 403 by every call of buying', async () => {
    expect((await server.call('listOffers', {}, operator)).status).toBe(403)
    expect((await server.call('createOrder', { ...offered, quantity: 1 }, operator)).status).toBe(403)
  })

  test('a price that has changed since it was shown is refused, and one ordered before stays', async () => {
    const { db } = server.deps
    const orderId = await ordered(server, jing)
    const offer = { offerId: 'company-100', name: '企业100份', copies: 100, months: 12, audience: 'company' } as const
    const making = { deed: 'change', operatorId: null, madeBy: '测试', agreedBy: null, reason: null } as const
    const save = (fen: number, saleEnd: number | null = null) =>
      db.directoryWrite((tx) => saveOffer(server.deps, tx, { ...offer, fen, saleBegin: null, saleEnd }, making))
    await save(69_900)
    const again = await server.call('createOrder', { ...offered, quantity: 1 }, jing)
    await save(59_900, clock)
    const over = await server.call('createOrder', { ...offered, quantity: 1 }, jing)
    await save(59_900)
    expect([again.message, over.message, (await orderOf(server, jing, orderId)).fen]).toEqual([
      '套餐已下架或价格有变，请刷新后重新选择',
      '套餐已下架或价格有变，请刷新后重新选择',
      59_900,
    ])
    await server.call('cancelOrder', { orderId }, jing)
  })

  test('a space keeps ten orders waiting at most', async () => {
    const made = []
    for (let n = 0; n < 10; n++) made.push(await ordered(server, jing))
    const eleventh = await server.call('createOrder', { ...offered, quantity: 1 }, jing)
    expect(eleventh.message).toContain('最多10个')
    for (const orderId of made) await server.call('cancelOrder', { orderId }, jing)
  })
})

describe('paying online', () => {
  test('a callback credits the order once, with its pack, its line and its log', async () => {
    const before = await surplusOf(server, jing.tenantId)
    const orderId = await ordered(server, jing, { quantity: 2 })
    const paymentNo = await atCashier(server, jing, orderId)
    await server.call('payCashierBill', { paymentNo, outcome: 'paid' }, jing)
    await untilOrder(server, jing, orderId, 'done')
    const order = await orderOf(server, jing, orderId)
    expect(order.logArray.map(({ verb }) => verb)).toEqual(['create', 'pay', 'credit'])
    expect([order.payThrough, order.copies, order.fen]).toEqual(['演示收银台，不会真实扣款', 200, 119_800])
    expect(await surplusOf(server, jing.tenantId)).toBe(before + 200)
    expect(await checkLedger(server.deps.db)).toEqual([])
  })

  test('callbacks, questions and repeats that fall together credit once', async () => {
    const before = await surplusOf(server, jing.tenantId)
    const orderId = await ordered(server, jing)
    const paymentNo = await paidSilently(orderId)
    const made = await callback(paymentNo)
    await Promise.all([
      ...Array.from({ length: 6 }, () => notice(made)),
      ...Array.from({ length: 3 }, () => server.call('queryOrder', { orderId }, jing)),
      askPayment(server.deps, { paymentNo }),
      closeOrder(server.deps, place(orderId)),
    ])
    const late = await notice(made)
    expect(late).toEqual({ status: 200, text: 'success' })
    expect([await stateOf(orderId), await linesOf(server, jing, orderId, 'credit')]).toEqual(['done', 1])
    expect(await surplusOf(server, jing.tenantId)).toBe(before + 100)
  })

  test('what breaks between payment and credit leaves neither, and the next word credits', async () => {
    const orderId = await ordered(server, jing)
    const paymentNo = await paidSilently(orderId)
    const made = await read(await callback(paymentNo))
    for (const survives of [1, 2, 3, 4]) {
      let left = survives
      const newId = () => {
        if (left-- > 0) return server.deps.newId()
        throw new Error('killed')
      }
      await expect(settlePayment({ ...server.deps, newId }, cashier(), made)).rejects.toThrow('killed')
      expect([await stateOf(orderId), (await paymentOf(server, orderId)).state]).toEqual(['created', 'pending'])
    }
    await settlePayment(server.deps, cashier(), made)
    expect([await stateOf(orderId), await linesOf(server, jing, orderId, 'credit')]).toEqual(['done', 1])
    expect(await checkLedger(server.deps.db)).toEqual([])
  })

  test('an order nobody called back about is asked for', async () => {
    const orderId = await ordered(server, jing)
    const paymentNo = await paidSilently(orderId)
    expect(await stateOf(orderId)).toBe('created')
    await askPayment(server.deps, { paymentNo })
    expect(await stateOf(orderId)).toBe('done')
  })

  test('a callback that is forged, or names another amount, merchant, bill or transaction, credits nothing', async () => {
    const orderId = await ordered(server, jing)
    const other = await ordered(server, jing, { quantity: 2 })
    const otherNo = await atCashier(server, jing, other)
    const made = await callback(await paidSilently(orderId))
    const said = JSON.parse(made.body)
    const forged = [
      { ...said, sign: '0'.repeat(64) },
      { ...said, sign: 'x' },
      { ...said, fen: said.fen - 1 },
      { ...said, merchantId: 'somebody' },
      { ...said, paymentNo: otherNo },
      { ...said, transactionNo: 'YS0' },
      { paymentNo: said.paymentNo },
      {},
      'success',
    ]
    const answers = await Promise.all(forged.map((one) => notice({ headers: {}, body: JSON.stringify(one) })))
    const refused = '{"code":"FAIL","message":"付款通知的签名、商户或金额不正确"}'
    expect(answers).toEqual(forged.map(() => ({ status: 401, text: refused })))
    expect([await stateOf(orderId), await stateOf(other)]).toEqual(['created', 'created'])
    expect(await calledBack(server, 'wechat', made)).toMatchObject({ status: 404 })
    for (const one of [orderId, other]) await server.call('cancelOrder', { orderId: one }, jing)
  })

  test('what the payer’s bank refuses leaves the order waiting', async () => {
    const orderId = await ordered(server, jing)
    const paymentNo = await atCashier(server, jing, orderId)
    const { data } = await server.call('payCashierBill', { paymentNo, outcome: 'refused' }, jing)
    const asked = await server.call('queryOrder', { orderId }, jing)
    expect([data.paid, asked.data.orderState]).toEqual([0, 'created'])
    expect(await atCashier(server, jing, orderId)).toBe(paymentNo)
    await server.call('cancelOrder', { orderId }, jing)
  })

  test('money for an order that was cancelled meanwhile goes back', async () => {
    const before = await surplusOf(server, jing.tenantId)
    const orderId = await ordered(server, jing)
    const paymentNo = await paidSilently(orderId)
    await server.call('cancelOrder', { orderId }, jing)
    await notice(await callback(paymentNo))
    await returnPayment(server.deps, { paymentNo })
    const payment = await paymentOf(server, orderId)
    expect([await stateOf(orderId), payment.state]).toEqual(['cancelled', 'returned'])
    expect(await surplusOf(server, jing.tenantId)).toBe(before)
  })

  test('half an hour later it closes, unless it was paid without a word', async () => {
    const silent = await ordered(server, jing)
    const unpaid = await ordered(server, jing)
    await paidSilently(silent)
    await closeOrder(server.deps, place(unpaid))
    expect(await stateOf(unpaid)).toBe('created')
    clock += 30 * 60_000
    await closeOrder(server.deps, place(unpaid))
    await closeOrder(server.deps, place(silent))
    expect([await stateOf(unpaid), await stateOf(silent)]).toEqual(['closed', 'done'])
    const opened = await server.call('openCashier', { orderId: unpaid, channel: 'demo', form: 'page' }, jing)
    expect(opened.message).toBe('订单状态已变更，请刷新后重试')
  })
})

describe('paying by transfer', () => {
  test('a voucher is refused with its reason, handed in anew and accepted', async () => {
    const orderId = await ordered(server, jing, { payWay: 'transfer' })
    const waits = await orderOf(server, jing, orderId)
    expect(waits.endTime - waits.createTime).toBe(10 * dayMs)
    expect(waits.payee?.note).toBe(waits.orderNo.slice(-8))
    const fileId = await slipOf(server, jing)
    await server.call('submitVoucher', { orderId, fileId }, jing)
    const [open] = await openPayments(server.deps.db)
    const paymentNo = open?.payment.payment_no ?? ''
    expect([await stateOf(orderId), open?.order.order_id]).toEqual(['voucherReview', orderId])
    const given = { paymentNo, by: '平台运营' }
    await asOperator((tx) => refuseVoucher(server.deps, tx, jing.tenantId, { ...given, reason: '回单金额不符' }))
    const refused = await orderOf(server, jing, orderId)
    expect([refused.orderState, refused.voucherFault]).toEqual(['created', '回单金额不符'])
    await server.call('submitVoucher', { orderId, fileId: await slipOf(server, jing) }, jing)
    const confirm = () =>
      asOperator((tx) => confirmTransfer(server.deps, tx, jing.tenantId, { ...given, reference: 'B20261120-7' }))
    await confirm()
    await expect(confirm()).rejects.toThrow('order/changed')
    expect([await stateOf(orderId), await openPayments(server.deps.db)]).toEqual(['done', []])
    expect(await checkLedger(server.deps.db)).toEqual([])
  })

  test('an order may be paid another way, which gives it that way’s time', async () => {
    const orderId = await ordered(server, jing)
    await server.call('setPayWay', { orderId, payWay: 'transfer' }, jing)
    clock += dayMs
    await signedIn()
    await closeOrder(server.deps, place(orderId))
    expect(await stateOf(orderId)).toBe('created')
    clock += 9 * dayMs
    await signedIn()
    await closeOrder(server.deps, place(orderId))
    expect(await stateOf(orderId)).toBe('closed')
  })

  test('only an own slip is taken', async () => {
    const orderId = await ordered(server, jing, { payWay: 'transfer' })
    const contract = await server.upload('合同.pdf', Buffer.from('%PDF'), { ...jing, usage: 'voucher' })
    const foreign = await slipOf(server, wang)
    const handIn = (fileId: string) => server.call('submitVoucher', { orderId, fileId }, jing)
    expect([contract.code, (await handIn(foreign)).code, (await handIn('x')).code]).toEqual([422, 404, 404])
    await server.call('cancelOrder', { orderId }, jing)
  })
})

test('0 份 → cannot send, buys, sends', async () => {
  const { tenantId } = jing
  await setSurplus(server, tenantId, 0)
  const { signId } = await prepared(server, jing, [personSigner(1, '王小明', wang.phone)])
  expect((await server.call('sendTask', { signId }, jing)).message).toBe('剩余发起签署份数不足，请购买套餐后再发送')
  await bought(server, jing)
  expect((await server.call('sendTask', { signId }, jing)).code).toBe(200)
  expect(await surplusOf(server, tenantId)).toBe(99)
})

test('orders are listed by pages, newest first, and by state', async () => {
  const all: string[] = []
  for (let cursor: string | null = null, more = true; more;) {
    const { data }: Awaited<ReturnType<typeof list>> = await list(cursor)
    all.push(...data.orderArray.map(({ orderId }) => orderId))
    cursor = data.nextCursor
    more = cursor !== null
  }
  const { data } = await server.call('listOrders', { orderState: 'done', pageSize: 50 }, jing)
  expect(new Set(all).size).toBe(all.length)
  expect(all.length).toBeGreaterThan(10)
  expect(new Set(data.orderArray.map(({ orderState }) => orderState))).toEqual(new Set(['done']))
  expect(orderLifecycle.isEnd('closed')).toBe(true)
})

const list = (cursor: string | null) => server.call('listOrders', { cursor }, jing)
