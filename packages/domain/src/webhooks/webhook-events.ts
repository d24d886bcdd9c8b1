import type { LogEvent } from '../labels/log-verbs.ts'

/** What another system may hear of a contract (domain 11.4), each with how the page names it. */
export const webhookEvents = {
  TASK_SENT: '合同已发送',
  SIGNER_OPENED: '签署方已查看',
  SIGNER_SIGNED: '签署方已签署',
  SIGNER_REJECTED: '签署方已拒签',
  SIGNER_TRANSFERRED: '签署方已转交',
  APPROVAL_SUBMITTED: '已提交用印审批',
  APPROVAL_PASSED: '用印审批已通过',
  APPROVAL_REFUSED: '用印审批已驳回',
  TASK_FINISHED: '合同已完成',
  TASK_RECALLED: '合同已撤回',
  TASK_EXPIRED: '合同已过期',
  TASK_DELAYED: '合同已延期',
  RELIEVE_STARTED: '已发起作废',
  TASK_CANCELLED: '合同已作废',
} as const
/** A key of `webhookEvents`. */
export type WebhookEvent = keyof typeof webhookEvents

/** What is sent to try an address out; nobody chooses it. */
export const testEvent = 'TEST'

const told: Readonly<Partial<Record<LogEvent, WebhookEvent>>> = {
  send: 'TASK_SENT',
  view: 'SIGNER_OPENED',
  sign: 'SIGNER_SIGNED',
  autoSign: 'SIGNER_SIGNED',
  reject: 'SIGNER_REJECTED',
  transfer: 'SIGNER_TRANSFERRED',
  submitApproval: 'APPROVAL_SUBMITTED',
  approve: 'APPROVAL_PASSED',
  refuse: 'APPROVAL_REFUSED',
  recall: 'TASK_RECALLED',
  expire: 'TASK_EXPIRED',
  extend: 'TASK_DELAYED',
  void: 'RELIEVE_STARTED',
  voided: 'TASK_CANCELLED',
}

/** What a change tells, by what it writes into the log, in that order; the last signature also that all have signed. */
export function webhookEventsOf(verbs: readonly LogEvent[], isFinished: boolean): WebhookEvent[] {
  const events = verbs.flatMap((verb) => told[verb] ?? [])
  return isFinished ? [...events, 'TASK_FINISHED'] : events
}
