import { refusalAnswers } from '@moqi/api/refusal-answers'
import { setTimeout as pause } from 'node:timers/promises'
import { checkLedger } from '../apps/server/src/cores/quota/check-ledger.ts'
import { openOwner } from '../apps/server/src/commands/owner-connection.ts'
import { readConfig } from '../apps/server/src/platform/config.ts'
import { type Database, openDatabase } from '../apps/server/src/platform/database/database.ts'
import { callbackOf } from '../apps/server/src/platform/gateways/embedded-cashier.ts'
import { readDerivationKey } from '../apps/server/src/platform/keys/derivation-key.ts'
import { openKeyEncryption } from '../apps/server/src/platform/keys/open-key-encryption.ts'
import type { Client } from '../scripts/demo/api-client.ts'
import { initiator as launcher } from '../scripts/demo/cast.ts'
import { signIn } from '../scripts/demo/sign-in.ts'
import { askOwner } from './faults/ask-owner.ts'
import { post } from './http-call.ts'
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

type Callback = NonNullable<Awaited<ReturnType<typeof callbackOf>>>

/**
 * `times` times: a bill is paid, and the cashier's callback comes forged, with a wrong amount, then twice at once,
 * while the server is killed (SIGKILL) at a random moment; after the restart it comes twice more, late. Each order has
 * to be credited once.
 */
export async function killPayment(times: number, tell: (line: string) => void): Promise<PaymentReport> {
  const report: PaymentReport = { fault: 'pay', times, cut: 0, lost: 0, doubled: 0, forged: 0, unbalanced: 0 }
  // Follows how long a callback takes here, so that kills fall into it.
  const moment = { spanMs: 40 }
  return onServer(async (server) => {
    for (let done = 1; done <= times; done++) tell(`${done}/${times} ${await killOnce(server, report, moment)}`)
    report.unbalanced = await beside(server, async (db) => (await checkLedger(db)).length)
    return report
  })
}

async function killOnce(server: ServerProcess, report: PaymentReport, moment: { spanMs: number }): Promise<string> {
  const buyer = await signIn(server.baseUrl, launcher)
  const { orderId, paymentNo } = await paidBill(buyer)
  const { told, wrong } = await callbacks(server, paymentNo)
  const isHeard = (callback: Callback) =>
    post(server.baseUrl, 'noticePayment', callback).then(
      () => true,
      () => false,
    )
  // What merely was not answered is no refusal.
  const isRefused = (callback: Callback) =>
    post(server.baseUrl, 'noticePayment', callback).then(
      () => false,
      (fault: unknown) => fault instanceof Error && fault.message.includes(refusalAnswers['payment/forged'].text({})),
    )
  for (const forgery of [{ ...told, sign: '0'.repeat(64) }, { ...told, fen: told.fen + 1 }, wrong])
    if (!(await isRefused(forgery))) report.forged += 1
  if ((await buyer.call('getOrder', { orderId })).orderState !== 'created') report.forged += 1
  const asked = Promise.all([isHeard(told), isHeard(told)])
  const delay = Math.random() * moment.spanMs
  await pause(delay)
  await server.end('SIGKILL')
  const isCut = !(await asked).some(Boolean)
  report.cut += isCut ? 1 : 0
  moment.spanMs *= isCut ? 1.2 : 0.8
  await server.start()
  const late = await Promise.all([isHeard(told), isHeard(told)])
  const credited = await askOwner(server.dataDir, 'select 1 from quota_pack where order_id = $1', [orderId])
  const { orderState } = await buyer.call('getOrder', { orderId })
  if (credited.length === 0 || orderState !== 'done' || late.includes(false)) report.lost += 1
  if (credited.length > 1) report.doubled += 1
  return `killed after ${delay.toFixed(0)} ms, ${isCut ? 'unanswered' : 'answered'}: credited ${credited.length} time(s)`
}

/** An order of the first offer whose bill is paid in the cashier's books, which has told nobody. */
async function paidBill(buyer: Client): Promise<{ orderId: string; paymentNo: string }> {
  const [offer] = (await buyer.call('listOffers', {})).offerArray
  if (!offer) throw new Error('nothing is on offer')
  const { offerId, fen } = offer
  const { orderId } = await buyer.call('createOrder', { offerId, quantity: 1, fen, payWay: 'online' })
  const { paymentNo } = await buyer.call('openCashier', { orderId })
  await buyer.call('payCashierBill', { paymentNo, outcome: 'silent' })
  return { orderId, paymentNo }
}

/** The callback of a bill, and one that the cashier signs with an amount too small by 1 分. */
function callbacks(server: ServerProcess, paymentNo: string): Promise<{ told: Callback; wrong: Callback }> {
  return beside(server, async (db, derivationKey) => {
    const add = (fen: number) =>
      askOwner(server.dataDir, 'update cashier_bill set fen = fen + $2 where payment_no = $1', [paymentNo, fen])
    const told = await callbackOf({ db, derivationKey }, paymentNo)
    await add(-1)
    const wrong = await callbackOf({ db, derivationKey }, paymentNo)
    await add(1)
    if (!told || !wrong || wrong.fen === told.fen) throw new Error('the cashier knows of no payment')
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
