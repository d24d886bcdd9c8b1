import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Player, player } from '#src/testing/contract-scene.ts'
import { enrolled } from '#src/testing/operator-scene.ts'
import { bought, ordered, orderOf } from '#src/testing/order-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const minute = 60_000
let clock = Date.UTC(2026, 10, 20, 2)
let server: TestServer
let company: Player
let person: Player
let runner: { token: string }

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  company = await player(server, '13800000002', 'company')
  person = await player(server, '13800000001', 'person')
  runner = await enrolled(server, 'chenchen')
})
afterAll(() => server.close())

const found = async (input: object = {}) => (await server.call('findOrders', input, runner)).data
const numbers = async (input: object = {}) => (await found(input)).orderArray.map(({ orderNo }) => orderNo)

test('an order is found by number, buyer, state, way and day, as it is now', async () => {
  const before = await numbers()
  const paidId = await bought(server, company)
  clock += minute
  const since = clock
  const byTransfer = await ordered(server, company, { payWay: 'transfer' })
  clock += minute
  const made = await server.call('createOrder', { offerId: 'person-20', quantity: 1, fen: 9900 }, person)
  const paid = await orderOf(server, company, paidId)
  const transfer = await orderOf(server, company, byTransfer)
  const own = await orderOf(server, person, made.data.orderId)
  expect(await numbers()).toEqual([own.orderNo, transfer.orderNo, paid.orderNo, ...before])

  const [one] = (await found({ search: paid.orderNo })).orderArray
  expect(one).toMatchObject({ ownerName: '杭州云启科技有限公司', orderState: 'done', fen: 59_900, payWay: 'online' })
  expect(one?.payTime).toBe(paid.payTime)
  expect(await numbers({ search: transfer.orderNo.slice(-8) })).toEqual([transfer.orderNo])
  expect(await numbers({ search: transfer.orderNo.slice(0, 10).toLowerCase() })).toContain(transfer.orderNo)
  expect(await numbers({ search: person.tenantId })).toEqual([own.orderNo])
  expect(await numbers({ search: '云启', payWay: 'transfer' })).toEqual([transfer.orderNo])
  expect(await numbers({ orderState: 'created' })).toEqual([own.orderNo, transfer.orderNo])
  expect(await numbers({ timeStart: since, timeEnd: since })).toEqual([transfer.orderNo])
  expect(await numbers({ search: '没有这家' })).toEqual([])

  await server.call('cancelOrder', { orderId: byTransfer }, company)
  expect(await numbers({ orderState: 'cancelled' })).toContain(transfer.orderNo)
})

test('one order shows its payments and its log, and the record says that it was looked at', async () => {
  const orderId = await bought(server, company)
  const { data } = await server.call('getSoldOrder', { orderId }, runner)
  expect(data).toMatchObject({
    offerId: 'company-100',
    versionNo: 1,
    months: 12,
    buyerName: '李静',
    invoiceState: null,
  })
  expect(data.paymentArray).toMatchObject([{ payChannel: 'demo', paymentState: 'received', fen: 59_900 }])
  expect(data.logArray.map(({ verb }) => verb)).toEqual(['create', 'pay', 'credit'])
  const { data: self } = await server.call('operatorSelf', {}, runner)
  expect(self.logArray[0]).toMatchObject({ label: '查看订单', detail: `${data.orderNo}　杭州云启科技有限公司` })
  for (const unknown of ['x', '00000000-0000-7000-8000-000000000001']) {
    const refused = await server.call('getSoldOrder', { orderId: unknown }, runner)
    expect(refused.data).toEqual({ reason: 'order/not-found' })
  }
})

test('the newest come first, a page at a time, each once', async () => {
  for (let number = 0; number < 23; number += 1) {
    clock += minute
    await server.call('cancelOrder', { orderId: await ordered(server, company) }, company)
  }
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Awaited<ReturnType<typeof found>> = await found(cursor === '' ? {} : { cursor })
    expect(page.orderArray.length).toBeLessThanOrEqual(20)
    seen.push(...page.orderArray.map(({ orderId }) => orderId))
    cursor = page.nextCursor
  }
  expect(seen.length).toBeGreaterThan(23)
  expect(new Set(seen).size).toBe(seen.length)
  expect((await server.call('findOrders', { cursor: 'x' }, runner)).data).toEqual({ reason: 'request/invalid' })
})
