import { normalizeCompanyName } from './company.ts'

/** What a company pays from its own account, in 分 (domain 2.6). */
export const reverseFen = 1

/** How many digits the remark of a payment has, by which it is known whose it is. */
export const remarkLength = 8

/** A payment as the bank tells it: who paid how much (分), when (ms), and what was written beside it. */
export type ArrivedPayment = { payer: string; fen: number; remark: string; at: number }

/** What is awaited: from whom, by which remark, until when (ms). */
export type AwaitedPayment = { companyName: string; remark: string; until: number }

/** What a payment that does not prove the company is told by. */
export const paymentFaults = {
  payer: '付款户名与企业名称不一致，请从本企业的对公账户付款',
  amount: '付款金额不是0.01元，请按0.01元重新付款',
  remark: '没有填写附言，或附言不正确，请重新付款并填写附言',
  late: '付款时已超过有效期，请重新提交认证',
  withdrawn: '该次反向打款已撤回，到账的款项不能用于认证，也不退还',
} as const
/** Why one does not. */
export type PaymentFault = keyof typeof paymentFaults

/**
 * What a payment comes to: it `fits`, it is a fault's, or it is `another’s`, since neither payer nor remark is this
 * company's. The remark is found among whatever a bank writes around it.
 */
export function judgeArrived(paid: ArrivedPayment, awaited: AwaitedPayment): 'fits' | 'another’s' | PaymentFault {
  const isPayer = normalizeCompanyName(paid.payer) === normalizeCompanyName(awaited.companyName)
  const isRemarked = bearsRemark(paid, awaited)
  if (!isPayer && !isRemarked) return 'another’s'
  if (!isPayer) return 'payer'
  if (!isRemarked) return 'remark'
  if (paid.fen !== reverseFen) return 'amount'
  return paid.at > awaited.until ? 'late' : 'fits'
}

/** Whether a payment was meant for that authentication, whatever else is wrong with it: it bears its remark. */
export const bearsRemark = (paid: ArrivedPayment, { remark }: Pick<AwaitedPayment, 'remark'>): boolean =>
  paid.remark.replaceAll(/\s+/g, '').split(/\D+/).includes(remark)
