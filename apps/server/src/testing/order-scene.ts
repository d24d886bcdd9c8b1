import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PayChannel } from '@moqi/domain/orders/pay-channel'
import { vi } from 'vitest'
import { type Callback, noticePath } from '#src/platform/gateways/payment/payment-gateway.ts'
import type { Player } from './contract-scene.ts'
import type { TestServer } from './test-server.ts'

/** A slip of a bank. */
const slip = readFileSync(join(import.meta.dirname, '../../../../samples/保密协议.pdf'))

/** What a company buys in these scenes. */
export const offered = { offerId: 'company-100', fen: 59_900, copies: 100 }

/** Orders so many packs, and answers the order's id. */
export async function ordered(
  server: TestServer,
  buyer: Player,
  { quantity = 1, payWay = 'online' }: { quantity?: number; payWay?: 'online' | 'transfer' } = {},
): Promise<string> {
  const { offerId, fen } = offered
  const made = await server.call('createOrder', { offerId, quantity, fen: fen * quantity, payWay }, buyer)
  if (made.code !== 200) throw new Error(made.message)
  return made.data.orderId
}

/** Opens the cashier for an order, and answers the payment's number. */
export async function atCashier(server: TestServer, buyer: Player, orderId: string): Promise<string> {
  const opened = await server.call('openCashier', { orderId, channel: 'demo', form: 'page' }, buyer)
  if (opened.code !== 200) throw new Error(opened.message)
  return opened.data.paymentNo
}

/** Calls back as a cashier does, and answers what it hears. */
export async function calledBack({ app }: TestServer, channel: PayChannel, { headers, body }: Callback) {
  const payload = { url: noticePath(channel), method: 'POST', headers: sent(headers), payload: body } as const
  const response = await app.inject(payload)
  return { status: response.statusCode, text: response.body }
}

const sent = (headers: Callback['headers']) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

/** An order in its own words. */
export const orderOf = async (server: TestServer, buyer: Player, orderId: string) =>
  (await server.call('getOrder', { orderId }, buyer)).data

/** Waits until a job has brought an order into that state. */
export const untilOrder = (server: TestServer, buyer: Player, orderId: string, state: string) =>
  vi.waitUntil(async () => (await orderOf(server, buyer, orderId)).orderState === state, { timeout: 30_000 })

/** Orders and pays so many packs, and answers the order's id once it is credited. */
export async function bought(server: TestServer, buyer: Player, quantity = 1): Promise<string> {
  const orderId = await ordered(server, buyer, { quantity })
  const paymentNo = await atCashier(server, buyer, orderId)
  await server.call('payCashierBill', { paymentNo, outcome: 'silent' }, buyer)
  const { data } = await server.call('queryOrder', { orderId }, buyer)
  if (data.orderState !== 'done') throw new Error(`not credited: ${data.orderState}`)
  return orderId
}

/** Uploads a bank's slip. */
export const slipOf = async (server: TestServer, buyer: Player): Promise<string> =>
  (await server.upload('回单.pdf', slip, { ...buyer, usage: 'voucher' })).data.fileId

/** Lines of an order's log of one kind, past its calls. */
export const linesOf = async ({ deps }: TestServer, { tenantId }: Player, orderId: string, verb: string) => {
  const lines = await deps.db.read(tenantId, (db) =>
    db.selectFrom('pack_order_log').where('order_id', '=', orderId).select('verb').execute(),
  )
  return lines.filter((line) => line.verb === verb).length
}

/** The one payment of an order as it is kept. */
export const paymentOf = ({ deps }: TestServer, orderId: string) =>
  deps.db.directory((db) =>
    db.selectFrom('payment').where('order_id', '=', orderId).selectAll().executeTakeFirstOrThrow(),
  )
