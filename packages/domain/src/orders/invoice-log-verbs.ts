import type { EventOf } from '../lifecycle.ts'
import type { invoiceLifecycle } from './invoice-lifecycle.ts'

/** What a line of an invoice's log says was done. */
export const invoiceLogLabels: Readonly<Record<'retryJob' | 'dropJob' | EventOf<typeof invoiceLifecycle>, string>> = {
  apply: '申请开票',
  issue: '开票完成',
  fail: '开票失败',
  withdraw: '撤回申请',
  askReversal: '申请红冲',
  reverse: '红冲完成',
  refuseReversal: '红冲未通过',
  retryJob: '平台重试任务',
  dropJob: '平台停止任务',
}
/** A line's word. */
export type InvoiceLogVerb = keyof typeof invoiceLogLabels
