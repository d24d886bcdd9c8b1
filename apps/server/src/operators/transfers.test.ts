import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Player, player } from '#src/testing/contract-scene.ts'
import { enrolled } from '#src/testing/operator-scene.ts'
import { ordered, orderOf, slipOf } from '#src/testing/order-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const minute = 60_000
let clock = Date.UTC(2026, 10, 20, 2)
let server: TestServer
let buyer: Player
let runner: { token: string }

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  buyer = await player(server, '13800000002', 'company')
  runner = await enrolled(server, 'chenchen')
})
afterAll(() => server.close())

const transfers = async (cursor?: string) => {
  const { data } = await server.call('listTransfers', cursor === undefined ? {} : { cursor }, runner)
  return data
}

/** An order with a slip of the bank, and its payment's number. */
async function handedIn(): Promise<{ orderId: string; paymentNo: string }> {
  clock += minute
  const orderId = await ordered(server, buyer, { payWay: 'transfer' })
  await server.call('submitVoucher', { orderId, fileId: await slipOf(server, buyer) }, buyer)
  const { orderNo } = await orderOf(server, buyer, orderId)
  const open = await transfers()
  return { orderId, paymentNo: open.transferArray.find((one) => one.orderNo === orderNo)?.paymentNo ?? '' }
}

const deeds = async () => {
  const { data } = await server.call('operatorSelf', {}, runner)
  return data.logArray.map(({ label }) => label)
}

test('a voucher is looked at, refused with a reason, handed in anew and confirmed, each on record', async () => {
  const { orderId, paymentNo } = await handedIn()
  const [one] = (await transfers()).transferArray
  expect(one).toMatchObject({ ownerName: '杭州云启科技有限公司', fen: 59_900, copies: 100, todo: 'review' })
  expect(one?.voucherPages).toBeGreaterThan(0)

  const picture = await server.blob('transferVoucher', { paymentNo, page: 1 }, runner)
  expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG')
  const beyond = await server.call('transferVoucher', { paymentNo, page: 99 }, runner)
  expect(beyond.data).toEqual({ reason: 'file/not-found' })
  await server.blob('transferVoucher', { paymentNo, page: 3 }, runner)
  const looked = (await orderOf(server, buyer, orderId)).logArray.filter(({ verb }) => verb === 'lookVoucher')
  expect(looked.map(({ detail }) => detail?.replace(/^.*　/, '')).toSorted()).toEqual(['第1页', '第3页'])

  const empty = await server.call('refuseTransfer', { paymentNo, reason: ' ' }, runner)
  expect(empty.data['reason']).toBe('field/invalid')
  expect((await server.call('refuseTransfer', { paymentNo, reason: '回单金额不符' }, runner)).code).toBe(200)
  expect((await orderOf(server, buyer, orderId)).voucherFault).toBe('回单金额不符')
  expect((await transfers()).transferArray).toEqual([])

  await server.call('submitVoucher', { orderId, fileId: await slipOf(server, buyer) }, buyer)
  const confirm = () => server.call('confirmTransfer', { paymentNo, reference: 'B20261120-7' }, runner)
  const both = await Promise.all([confirm(), confirm()])
  expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409])
  expect((await orderOf(server, buyer, orderId)).orderState).toBe('done')
  expect((await deeds()).slice(0, 3)).toEqual(['确认到账', '驳回汇款凭证', '查看汇款凭证'])
})

test('money goes back, or is kept for a reason', async () => {
  for (const reason of [undefined, '份包已使用']) {
    const { orderId, paymentNo } = await handedIn()
    const confirm = (reference: string) => server.call('confirmTransfer', { paymentNo, reference }, runner)
    await confirm(`B ${paymentNo}`)
    expect((await confirm('B1')).data).toEqual({ reason: 'order/changed' })
    await server.call('requestRefund', { orderId, reason: '买错了套餐' }, buyer)
    const [one] = (await transfers()).transferArray
    expect(one).toMatchObject({ paymentNo, todo: 'return', refundReason: '买错了套餐' })
    const given = reason === undefined ? { paymentNo } : { paymentNo, reason }
    expect((await server.call('endTransferReturn', given, runner)).code).toBe(200)
    expect((await orderOf(server, buyer, orderId)).orderState).toBe(reason === undefined ? 'refunded' : 'done')
    expect((await server.call('endTransferReturn', given, runner)).data).toEqual({ reason: 'order/changed' })
  }
})

test('a line of the bank’s statement pays one order', async () => {
  const confirm = async ({ paymentNo }: { paymentNo: string }) =>
    server.call('confirmTransfer', { paymentNo, reference: '20261120-0001' }, runner)
  const [one, other] = [await handedIn(), await handedIn()]
  expect((await confirm(one)).code).toBe(200)
  expect((await confirm(other)).message).toBe('该银行流水号已用于其他付款，请核对后重新填写')
  expect((await server.call('confirmTransfer', { ...other, reference: '20261120-0002' }, runner)).code).toBe(200)
})

test('the oldest come first, a page at a time', async () => {
  const made: string[] = []
  for (let number = 0; number < 21; number += 1) {
    clock += minute
    const orderId = await ordered(server, buyer, { payWay: 'transfer' })
    await server.call('submitVoucher', { orderId, fileId: await slipOf(server, buyer) }, buyer)
    made.push((await orderOf(server, buyer, orderId)).orderNo)
  }
  const first = await transfers()
  const rest = await transfers(first.nextCursor ?? '')
  const all = [...first.transferArray, ...rest.transferArray].map(({ orderNo }) => orderNo)
  expect([all, first.transferArray.length, rest.nextCursor]).toEqual([made, 20, null])
  const found = async (input: object) =>
    (await server.call('listTransfers', input, runner)).data.transferArray.map(({ orderNo }) => orderNo)
  expect(await found({ search: made[3] })).toEqual(made.slice(3, 4))
  expect(await found({ search: made[3]?.slice(-8) })).toEqual(made.slice(3, 4))
  expect([await found({ search: '云启', todo: 'review' }), await found({ search: '没有这家' })]).toEqual([
    made.slice(0, 20),
    [],
  ])
  expect(await found({ todo: 'return' })).toEqual([])
  expect((await server.call('listTransfers', { cursor: 'x' }, runner)).data).toEqual({ reason: 'request/invalid' })
})

test('what is nobody’s transfer is not there', async () => {
  for (const paymentNo of ['FK0', 'FK000000000000000000000000000000']) {
    const answers = await Promise.all([
      server.call('transferVoucher', { paymentNo, page: 1 }, runner),
      server.call('confirmTransfer', { paymentNo, reference: '1' }, runner),
      server.call('refuseTransfer', { paymentNo, reason: '金额不符' }, runner),
      server.call('endTransferReturn', { paymentNo }, runner),
    ])
    expect(answers.map(({ code }) => code)).toEqual([404, 404, 404, 404])
  }
})
