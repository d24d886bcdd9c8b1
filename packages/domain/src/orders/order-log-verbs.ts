import type { EventOf } from '../lifecycle.ts'
import type { orderLifecycle } from './order-lifecycle.ts'

type PlatformVerb = 'create' | 'lookVoucher' | 'retryJob' | 'dropJob'

/** What a line of an order's log says was done: its making, every move of its lifecycle, and what the platform did. */
export const orderLogLabels: Readonly<Record<PlatformVerb | EventOf<typeof orderLifecycle>, string>> = {
  create: '提交订单',
  pay: '支付成功',
  cancel: '取消订单',
  close: '超时未支付，订单关闭',
  submitVoucher: '提交汇款凭证',
  lookVoucher: '平台查看汇款凭证',
  voucherPassed: '汇款凭证审核通过',
  voucherRejected: '汇款凭证被驳回',
  credit: '份数到账',
  requestRefund: '申请退款',
  refund: '退款完成',
  refuseRefund: '退款未通过',
  retryJob: '平台重试任务',
  dropJob: '平台停止任务',
}
/** A line's word. */
export type OrderLogVerb = keyof typeof orderLogLabels
