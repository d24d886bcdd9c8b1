import type { PayChannel, PayForm } from '@moqi/domain/orders/pay-channel'
import { vi } from 'vitest'
import type { Callback } from '#src/platform/gateways/payment/payment-gateway.ts'
import { type AlipayPlayer, playAlipay } from './alipay-player.ts'
import { merchantKeys } from './cashier-keys.ts'
import { honest } from './cashier-player.ts'
import { type Player, player } from './contract-scene.ts'
import { calledBack, ordered, orderOf } from './order-scene.ts'
import { testServer, type TestServer } from './test-server.ts'
import { playWechat, type WechatPlayer } from './wechat-player.ts'

/** A server whose company buys at WeChat Pay and Alipay, both played, by the clock of the test. */
export type ChannelScene = {
  server: TestServer
  jing: Player
  wechat: WechatPlayer
  alipay: AlipayPlayer
  /** Opens a channel's cashier for an order. */
  open: (orderId: string, channel: PayChannel, form?: PayForm) => ReturnType<typeof opening>
  /** An order with its bill at a channel. */
  billed: (channel: PayChannel, form?: PayForm) => Promise<{ orderId: string; paymentNo: string } & Opened>
  heard: (channel: PayChannel, callback: Callback) => ReturnType<typeof calledBack>
  stateOf: (orderId: string) => Promise<string>
  cancel: (orderId: string) => Promise<unknown>
  paymentOf: (paymentNo: string) => Promise<{ state: string }>
  untilPayment: (paymentNo: string, state: string) => Promise<unknown>
  /** Has both players say what is true again. */
  reset: () => void
  close: () => Promise<void>
}
type Opened = { url: string | null; qrcode: string | null }

const opening = (server: TestServer, buyer: Player, orderId: string, channel: PayChannel, form: PayForm) =>
  server.call('openCashier', { orderId, channel, form }, buyer)

/** Opens one. */
export async function channelScene(now: () => number): Promise<ChannelScene> {
  const keys = await merchantKeys()
  const [wechat, alipay] = [await playWechat(keys, now), await playAlipay(keys)]
  const server = await testServer({ now }, keys.settings({ wechat: wechat.url, alipay: alipay.url }))
  const jing = await player(server, '13800000002', 'company')
  const paymentOf = (paymentNo: string) =>
    server.deps.db.directory((db) =>
      db.selectFrom('payment').where('payment_no', '=', paymentNo).select('state').executeTakeFirstOrThrow(),
    )
  const open: ChannelScene['open'] = (orderId, channel, form = 'qr') => opening(server, jing, orderId, channel, form)
  return {
    server,
    jing,
    wechat,
    alipay,
    open,
    async billed(channel, form) {
      const orderId = await ordered(server, jing)
      const { code, message, data } = await open(orderId, channel, form)
      if (code !== 200) throw new Error(message)
      return { orderId, ...data }
    },
    heard: (channel, callback) => calledBack(server, channel, callback),
    stateOf: async (orderId) => (await orderOf(server, jing, orderId)).orderState,
    cancel: (orderId) => server.call('cancelOrder', { orderId }, jing),
    paymentOf,
    untilPayment: (paymentNo, state) =>
      vi.waitUntil(async () => (await paymentOf(paymentNo)).state === state, { timeout: 30_000 }),
    reset() {
      honest(wechat.lies)
      honest(alipay.lies)
      wechat.refundsAs('SUCCESS')
      alipay.refundsAs('atOnce')
    },
    async close() {
      await server.close()
      await Promise.all([wechat.close(), alipay.close()])
      keys.remove()
    },
  }
}
