import { z } from 'zod'
import { callsUnder } from './call.ts'
import { reason, time } from './shapes.ts'

const name = z.string().trim().max(32)
const enrolCode = z.string().trim().max(40)
const password = z.string().max(128)
/** A one-time password; where one signs in, a recovery code too. */
const code = z.string().trim().max(40)
const session = z.object({ token: z.string(), expireTime: time })
/** Of one address; guessing is bounded by the operator's lock. */
const guess = { count: 30, seconds: 60 }

const entering = callsUnder('/operator/api', { access: 'open' })({
  beginOperatorEnrolment: {
    summary: '运营人员：凭启用码设置密码，取得动态口令密钥',
    input: z.object({ name, enrolCode, password }),
    /** `secret` in base 32; `otpauth` the same as authenticators take it, `qrcode` its picture as a data address. */
    output: z.object({ secret: z.string(), otpauth: z.string(), qrcode: z.string() }),
    refuses: ['operator/off', 'operator/enrolment', 'field/invalid'],
    limit: guess,
  },
  endOperatorEnrolment: {
    summary: '运营人员：以动态口令完成启用，取得恢复码并登录',
    input: z.object({ name, enrolCode, code }),
    output: session.extend({ recoveryCodeArray: z.array(z.string()) }),
    refuses: ['operator/off', 'operator/enrolment', 'operator/code'],
    limit: guess,
  },
  signInOperator: {
    summary: '运营人员登录（密码与动态口令，或恢复码）',
    input: z.object({ name, password, code }),
    output: session,
    refuses: ['operator/off', 'operator/credentials'],
    limit: guess,
  },
})

const signedIn = callsUnder('/operator/api', { access: 'operator' })({
  operatorSelf: {
    summary: '当前运营人员与其操作记录',
    output: z.object({
      name: z.string(),
      expireTime: time,
      recoveryCodeNumber: z.int(),
      logArray: z.array(z.object({ time, label: z.string(), detail: z.string().nullable(), address: z.string() })),
    }),
  },
  signOutOperator: { summary: '运营人员退出登录' },
})

const paymentNo = z.string().max(40)
const deciding = ['order/not-found', 'order/changed', 'field/invalid'] as const

const Transfer = z.object({
  paymentNo,
  orderNo: z.string(),
  /** Whose it is: a company, or a person. */
  ownerName: z.string(),
  packName: z.string(),
  copies: z.int(),
  /** In 分. */
  fen: z.int(),
  createTime: time,
  /** `review`: a voucher is to be looked at. `return`: money is to be sent back. */
  todo: z.enum(['review', 'return']),
  /** How many pages the voucher has; 0 without one. */
  voucherPages: z.int(),
  voucherName: z.string().nullable(),
  /** Why the buyer wants the money back. */
  refundReason: z.string().nullable(),
})
/** A bank transfer that waits for the platform. */
export type Transfer = z.infer<typeof Transfer>

const transfers = callsUnder('/operator/api', { access: 'operator' })({
  listTransfers: {
    summary: '待处理的对公转账（最早的在前），按买家、订单号或其后8位、待办查找',
    input: z.object({
      search: z.string().trim().max(100).optional(),
      cursor: z.string().max(200).optional(),
      todo: z.enum(['review', 'return']).optional(),
    }),
    output: z.object({ transferArray: z.array(Transfer), nextCursor: z.string().nullable() }),
    refuses: ['request/invalid'],
  },
  transferVoucher: {
    method: 'GET',
    summary: '汇款凭证的一页（每次查看记入运营日志与订单日志）',
    kind: 'blob',
    input: z.object({ paymentNo, page: z.coerce.number().int().min(1).max(500) }),
    refuses: ['order/not-found', 'file/not-found'],
  },
  confirmTransfer: {
    summary: '确认款项到账，份数随即到账',
    /** As the bank's statement has it. */
    input: z.object({ paymentNo, reference: z.string().trim().min(1).max(64) }),
    refuses: deciding,
  },
  refuseTransfer: {
    summary: '驳回汇款凭证，原因告知下单人',
    input: z.object({ paymentNo, reason }),
    refuses: deciding,
  },
  endTransferReturn: {
    summary: '登记款项已退回；附原因则不予退款，份数恢复',
    input: z.object({ paymentNo, reason: reason.optional() }),
    refuses: deciding,
  },
})

/**
 * Issues 15 and 18: those who run the platform signing in and out, and what they decide; no session of a space opens
 * these calls.
 */
export const operator = { ...entering, ...transfers, ...signedIn }
