import { dayMs } from '@moqi/domain/time/civil-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endReturn } from '#src/cores/order/give-back.ts'
import { confirmTransfer, openPayments } from '#src/cores/order/transfers.ts'
import { checkLedger } from '#src/cores/quota/check-ledger.ts'
import { type Player, personSigner, player, sent } from '#src/testing/contract-scene.ts'
import { bought, ordered, orderOf, paymentOf, slipOf, untilOrder } from '#src/testing/order-scene.ts'
import { surplusOf } from '#src/testing/quota-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let clock = Date.UTC(2026, 10, 20, 2)
let server: TestServer
let jing: Player
let wang: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  jing = await player(server, '13800000002', 'company')
  wang = await player(server, '13800000001', 'person')
})
afterAll(() => server.close())

const refund = (orderId: string) => server.call('requestRefund', { orderId, reason: '买错了套餐' }, jing)
const stateOf = async (orderId: string) => (await orderOf(server, jing, orderId)).orderState

test('an unused pack is taken out of use at once and its price goes back', async () => {
  const before = await surplusOf(server, jing.tenantId)
  const orderId = await bought(server, jing)
  expect((await refund(orderId)).code).toBe(200)
  expect(await surplusOf(server, jing.tenantId)).toBe(before)
  await untilOrder(server, jing, orderId, 'refunded')
  expect((await refund(orderId)).message).toBe('订单状态已变更，请刷新后重试')
  expect(await checkLedger(server.deps.db)).toEqual([])
})

test('after seven days, or once something was sent from it, there is none', async () => {
  const used = await bought(server, jing)
  const late = await bought(server, jing)
  // Only these two are left to be spent, the first that was bought before the other.
  await server.deps.db.write(jing.tenantId, (tx) =>
    tx
      .updateTable('quota_pack')
      .set({ remaining: 0 })
      .where('tenant_id', '=', jing.tenantId)
      .where((pack) => pack.or([pack('order_id', 'is', null), pack('order_id', 'not in', [used, late])]))
      .execute(),
  )
  await sent(server, jing, [personSigner(1, '王小明', wang.phone)])
  expect((await refund(used)).message).toBe('套餐已使用过，不能退款')
  expect((await orderOf(server, jing, used)).refundUntil).toBeNull()
  clock += 8 * dayMs
  jing = await player(server, jing.phone, 'company')
  expect((await refund(late)).message).toBe('到账已超过7天，不能退款，如有疑问请联系客服')
})

test('what is not given back can be used again', async () => {
  const orderId = await bought(server, jing)
  const before = await surplusOf(server, jing.tenantId)
  const { payment_no: paymentNo } = await paymentOf(server, orderId)
  // The cashier has lost the bill, so that it gives nothing back.
  await server.deps.db.directory((db) => db.deleteFrom('cashier_bill').where('payment_no', '=', paymentNo).execute())
  await refund(orderId)
  await untilOrder(server, jing, orderId, 'done')
  const order = await orderOf(server, jing, orderId)
  expect([order.refundFault, await surplusOf(server, jing.tenantId)]).toEqual(['收银台没有这笔付款', before])
  const open = await openPayments(server.deps.db)
  expect(open.map(({ payment }) => payment.payment_no)).not.toContain(paymentNo)
})

test('a transfer goes back by the operator, or is kept with a reason', async () => {
  const faults = await checkLedger(server.deps.db)
  const orderId = await ordered(server, jing, { payWay: 'transfer' })
  await server.call('submitVoucher', { orderId, fileId: await slipOf(server, jing) }, jing)
  const { payment_no: paymentNo } = await paymentOf(server, orderId)
  const { db } = server.deps
  const given = { paymentNo, by: '平台运营', reference: 'B1' }
  await db.write(jing.tenantId, (tx) => confirmTransfer(server.deps, tx, jing.tenantId, given))
  await refund(orderId)
  const [open] = await openPayments(db)
  if (!open) throw new Error('nothing to do')
  const end = (fault: string | null) =>
    db.write(jing.tenantId, (tx) => endReturn(server.deps, tx, open.payment, { fault, who: '平台运营' }))
  await end('收款账户已注销')
  expect(await stateOf(orderId)).toBe('done')
  await refund(orderId)
  await end(null)
  expect([await stateOf(orderId), await openPayments(db)]).toEqual(['refunded', []])
  expect(await checkLedger(db)).toEqual(faults)
})
