import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PayChannel } from '@moqi/domain/orders/pay-channel'
import { Refusal } from '@moqi/domain/refusal'
import { z } from 'zod'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { derived } from '#src/platform/keys/key-encryption-key.ts'
import type { Callback as Heard, PaymentGateway, PaymentNotice } from './payment-gateway.ts'

/** How the embedded cashier names itself, wherever it is seen. */
const label = '演示收银台，不会真实扣款'
const merchantId = 'moqi-demo'

/** The channel of payments that no money stands behind. */
export const embeddedChannel = 'demo' satisfies PayChannel

const Callback = z.object({
  merchantId: z.string(),
  paymentNo: z.string(),
  transactionNo: z.string(),
  fen: z.int(),
  paidAt: z.int(),
  sign: z.string().regex(/^[0-9a-f]{64}$/),
})

type Cashier = Pick<Deps, 'db' | 'now' | 'config' | 'derivationKey'>

/**
 * Moves no money: who pays says so on a page that is labelled as a demonstration everywhere. It keeps books of its own,
 * signs its callbacks and can be asked, as a real one. Outside demo mode it is closed unless it is allowed by name.
 */
export const embeddedCashier = (deps: Cashier): PaymentGateway => ({
  channel: embeddedChannel,
  label,
  trial: '付款由演示收银台模拟，不连接支付宝与微信，不会真实扣款。',
  forms: ['page'],
  merchantId,
  closed: deps.config.payments.embedded ? null : '平台暂未开通在线支付，请选择对公转账或联系客服',
  async open({ paymentNo, orderNo, title, fen }) {
    await deps.db.directory((directory) =>
      directory
        .insertInto('cashier_bill')
        .values({
          payment_no: paymentNo,
          order_no: orderNo,
          title,
          fen,
          transaction_no: null,
          paid_at: null,
          returned_at: null,
          closed_at: null,
          created_at: deps.now(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
    return { url: `/cart/cashier?paymentNo=${paymentNo}` }
  },
  async ask(paymentNo) {
    const bill = await deps.db.directory((directory) => findBill(directory, paymentNo))
    return bill ? noticeOf(bill) : null
  },
  async close(paymentNo) {
    await deps.db.directory((directory) =>
      directory
        .updateTable('cashier_bill')
        .set({ closed_at: deps.now() })
        .where('payment_no', '=', paymentNo)
        .where('paid_at', 'is', null)
        .where('closed_at', 'is', null)
        .execute(),
    )
  },
  async read({ body }) {
    const { sign, ...notice } = readCallback(body)
    if (!timingSafeEqual(Buffer.from(sign), Buffer.from(signatureOf(deps, notice)))) throw new Refusal('payment/forged')
    return notice
  },
  async giveBack({ paymentNo, fen }) {
    const bill = await deps.db.directory((directory) => findBill(directory, paymentNo))
    if (bill?.paid_at == null || bill.fen !== fen) return { fault: '收银台没有这笔付款' }
    await deps.db.directory((directory) =>
      directory
        .updateTable('cashier_bill')
        .set({ returned_at: deps.now() })
        .where('payment_no', '=', paymentNo)
        .where('returned_at', 'is', null)
        .execute(),
    )
    return 'returned'
  },
})

function readCallback(body: string): z.infer<typeof Callback> {
  try {
    return Callback.parse(JSON.parse(body))
  } catch {
    throw new Refusal('payment/forged')
  }
}

/** A bill in the cashier's books. */
export const findBill = (db: Db, paymentNo: string) =>
  db.selectFrom('cashier_bill').where('payment_no', '=', paymentNo).selectAll().executeTakeFirst()

type BillRow = NonNullable<Awaited<ReturnType<typeof findBill>>>

/** Pays a bill in the cashier's books, once; a repeat finds it paid, and one that was closed stays unpaid. */
export async function payBill(
  { now, random }: Pick<Deps, 'now' | 'random'>,
  tx: Db,
  { paymentNo }: { paymentNo: string },
): Promise<void> {
  await tx
    .updateTable('cashier_bill')
    .set({ transaction_no: `YS${random(12).toString('hex')}`, paid_at: now() })
    .where('payment_no', '=', paymentNo)
    .where('paid_at', 'is', null)
    .where('closed_at', 'is', null)
    .execute()
}

/** What the cashier calls back with; null while nothing has been paid. */
export async function callbackOf(
  deps: Pick<Cashier, 'db' | 'derivationKey'>,
  paymentNo: string,
): Promise<Heard | null> {
  const bill = await deps.db.directory((directory) => findBill(directory, paymentNo))
  const notice = bill ? noticeOf(bill) : null
  return notice && { headers: {}, body: JSON.stringify({ ...notice, sign: signatureOf(deps, notice) }) }
}

const noticeOf = ({ payment_no, transaction_no, fen, paid_at }: BillRow): PaymentNotice | null =>
  transaction_no === null || paid_at === null
    ? null
    : { merchantId, paymentNo: payment_no, transactionNo: transaction_no, fen, paidAt: paid_at }

const signatureOf = (
  { derivationKey }: Pick<Deps, 'derivationKey'>,
  { merchantId: to, paymentNo, transactionNo, fen, paidAt }: PaymentNotice,
): string =>
  createHmac('sha256', derived(derivationKey, 'cashier callback'))
    .update(JSON.stringify([to, paymentNo, transactionNo, fen, paidAt]))
    .digest('hex')
