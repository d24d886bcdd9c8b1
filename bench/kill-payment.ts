import type { PayChannel, PayForm } from '@moqi/domain/orders/pay-channel'
import { setTimeout as pause } from 'node:timers/promises'
import { checkLedger } from '../apps/server/src/cores/quota/check-ledger.ts'
import { openOwner } from '../apps/server/src/commands/owner-connection.ts'
import { readConfig } from '../apps/server/src/platform/config.ts'
import { type Database, openDatabase } from '../apps/server/src/platform/database/database.ts'
import { callbackOf } from '../apps/server/src/platform/gateways/payment/embedded-cashier.ts'
import { type Callback, noticePath } from '../apps/server/src/platform/gateways/payment/payment-gateway.ts'
import { readDerivationKey } from '../apps/server/src/platform/keys/derivation-key.ts'
import { openKeyEncryption } from '../apps/server/src/platform/keys/open-key-encryption.ts'
import { type AlipayPlayer, playAlipay } from '../apps/server/src/testing/alipay-player.ts'
import { merchantKeys } from '../apps/server/src/testing/cashier-keys.ts'
import { playWechat, type WechatPlayer } from '../apps/server/src/testing/wechat-player.ts'
import type { Client } from '../scripts/demo/api-client.ts'
import { initiator as launcher } from '../scripts/demo/cast.ts'
import { signIn } from '../scripts/demo/sign-in.ts'
import { askOwner } from './faults/ask-owner.ts'
import { onServer, type ServerProcess } from './server-process.ts'

/**
 * What `times` kills did to payments: `cut` is how many fell before a callback was answered, `forged` counts callbacks
 * believed that were not the cashier's or not of the bill's amount, `unbalanced` what the ledger's check found.
 */
export type PaymentReport = {
  fault: 'pay'
  times: number
  cut: number
  lost: number
  doubled: number
  forged: number
  unbalanced: number
}

/** A channel's cashier as this bench plays it. */
type Playing = {
  channel: PayChannel
  form: PayForm
  /** Pays a bill, telling nobody. */
  pay: (buyer: Client, paymentNo: string) => unknown
  /** What it calls back with, and what is called back with by others or about another amount. */
  callbacks: (paymentNo: string) => Promise<{ told: Callback; forged: Callback[] }>
}

/**
 * `times` times, at each channel in turn: a bill is paid, and the cashier's callback comes forged, with a wrong
 * amount, then twice at once and beside a question of the payer's, while the server is killed (SIGKILL) at a random
 * moment; after the restart it comes twice more, late. Each order has to be credited once.
 */
export async function killPayment(times: number, tell: (line: string) => void): Promise<PaymentReport> {
  const report: PaymentReport = { fault: 'pay', times, cut: 0, lost: 0, doubled: 0, forged: 0, unbalanced: 0 }
  // Follows how long a callback takes here, so that kills fall into it.
  const moment = { spanMs: 40 }
  const keys = await merchantKeys()
  const [wechat, alipay] = [await playWechat(keys), await playAlipay(keys)]
  const run = async (server: ServerProcess) => {
    const playing = [embedded(server), weChatPay(wechat), aliPay(alipay)]
    for (let done = 1; done <= times; done++) {
      const one = playing[done % playing.length]
      if (one) tell(`${done}/${times} ${one.channel}: ${await killOnce(server, one, report, moment)}`)
    }
    report.unbalanced = await beside(server, async (db) => (await checkLedger(db)).length)
    return report
  }
  try {
    return await onServer(run, keys.settings({ wechat: wechat.url, alipay: alipay.url }))
  } finally {
    await Promise.all([wechat.close(), alipay.close()])
    keys.remove()
  }
}

const weChatPay = ({ pay, callback }: WechatPlayer): Playing => ({
  channel: 'wechat',
  form: 'qr',
  pay: (_buyer, paymentNo) => pay(paymentNo),
  callbacks: async (paymentNo) => ({
    told: callback(paymentNo),
    forged: [callback(paymentNo, { by: 'stranger' }), callback(paymentNo, { amount: 1 })],
  }),
})

const aliPay = ({ pay, callback }: AlipayPlayer): Playing => ({
  channel: 'alipay',
  form: 'qr',
  pay: (_buyer, paymentNo) => pay(paymentNo),
  callbacks: async (paymentNo) => ({
    told: callback(paymentNo),
    forged: [callback(paymentNo, { by: 'stranger' }), callback(paymentNo, { said: { total_amount: '0.01' } })],
  }),
})

const embedded = (server: ServerProcess): Playing => ({
  channel: 'demo',
  form: 'page',
  pay: (buyer, paymentNo) => buyer.call('payCashierBill', { paymentNo, outcome: 'silent' }),
  async callbacks(paymentNo) {
    const { told, wrong } = await embeddedCallbacks(server, paymentNo)
    const said = JSON.parse(told.body)
    const forged = [
      { ...said, sign: '0'.repeat(64) },
      { ...said, fen: said.fen + 1 },
    ].map((one) => {
      return { headers: {}, body: JSON.stringify(one) }
    })
    return { told, forged: [...forged, wrong] }
  },
})

async function killOnce(
  server: ServerProcess,
  { channel, form, pay, callbacks }: Playing,
  report: PaymentReport,
  moment: { spanMs: number },
): Promise<string> {
  const buyer = await signIn(server.baseUrl, launcher)
  const { orderId, paymentNo } = await bill(buyer, channel, form)
  await pay(buyer, paymentNo)
  const { told, forged } = await callbacks(paymentNo)
  const isHeard = async () => (await answerTo(server, channel, told)) === 200
  // What merely was not answered is no refusal.
  for (const one of forged) if ((await answerTo(server, channel, one)) !== 401) report.forged += 1
  if ((await buyer.call('getOrder', { orderId })).orderState !== 'created') report.forged += 1
  const isAsked = () =>
    buyer.call('queryOrder', { orderId }).then(
      () => true,
      () => false,
    )
  const asked = Promise.all([isHeard(), isHeard(), isAsked()])
  const delay = Math.random() * moment.spanMs
  await pause(delay)
  await server.end('SIGKILL')
  const isCut = !(await asked).some(Boolean)
  report.cut += isCut ? 1 : 0
  moment.spanMs *= isCut ? 1.2 : 0.8
  await server.start()
  const late = await Promise.all([isHeard(), isHeard()])
  const credited = await askOwner(server.dataDir, 'select 1 from quota_pack where order_id = $1', [orderId])
  const { orderState } = await buyer.call('getOrder', { orderId })
  if (credited.length === 0 || orderState !== 'done' || late.includes(false)) report.lost += 1
  if (credited.length > 1) report.doubled += 1
  return `killed after ${delay.toFixed(0)} ms, ${isCut ? 'unanswered' : 'answered'}: credited ${credited.length} time(s)`
}

/** The status that a callback is answered; null where nobody answers. */
const answerTo = (
  { baseUrl }: ServerProcess,
  channel: PayChannel,
  { headers, body }: Callback,
): Promise<number | null> =>
  fetch(new URL(noticePath(channel), baseUrl), {
    method: 'POST',
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    body,
  }).then(
    ({ status }) => status,
    () => null,
  )

/** An order of the first offer with its bill at a cashier. */
async function bill(
  buyer: Client,
  channel: PayChannel,
  form: PayForm,
): Promise<{ orderId: string; paymentNo: string }> {
  const [offer] = (await buyer.call('listOffers', {})).offerArray
  if (!offer) throw new Error('nothing is on offer')
  const { offerId, fen } = offer
  const { orderId } = await buyer.call('createOrder', { offerId, quantity: 1, fen, payWay: 'online' })
  const { paymentNo } = await buyer.call('openCashier', { orderId, channel, form })
  return { orderId, paymentNo }
}

/** The callback of a bill, and one that the cashier signs with an amount too small by 1 分. */
function embeddedCallbacks(server: ServerProcess, paymentNo: string): Promise<{ told: Callback; wrong: Callback }> {
  return beside(server, async (db, derivationKey) => {
    const add = (fen: number) =>
      askOwner(server.dataDir, 'update cashier_bill set fen = fen + $2 where payment_no = $1', [paymentNo, fen])
    const told = await callbackOf({ db, derivationKey }, paymentNo)
    await add(-1)
    const wrong = await callbackOf({ db, derivationKey }, paymentNo)
    await add(1)
    if (!told || !wrong || wrong.body === told.body) throw new Error('the cashier knows of no payment')
    return { told, wrong }
  })
}

/** Lets `use` have the running server's database and the key that signs for its cashier. */
async function beside<T>(
  { dataDir }: ServerProcess,
  use: (db: Database, derivationKey: Buffer) => Promise<T>,
): Promise<T> {
  const config = readConfig({ MOQI_DATA: dataDir })
  const access = await openOwner(config)
  const db = openDatabase(access.owner)
  const { keyEncryption, close } = await openKeyEncryption(config)
  try {
    return await use(db, await readDerivationKey(db, keyEncryption, Date.now()))
  } finally {
    await close()
    await db.close()
    await access.close()
  }
}
