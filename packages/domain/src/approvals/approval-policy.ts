import { type ApprovalState, approvalLifecycle } from './approval-lifecycle.ts'
import type { SeatState } from './course.ts'

/** What may be done with an application. */
export const approvalOperations = ['approve', 'return', 'delegate', 'urge', 'recall', 'send', 'retry'] as const
/** A member of `approvalOperations`. */
export type ApprovalOperation = (typeof approvalOperations)[number]

/** What one viewer's page depends on; `ownSeat` is null for who decides nothing. */
export type ApprovalView = {
  readonly state: ApprovalState
  readonly isApplicant: boolean
  readonly ownSeat: SeatState | null
  /** May hand over anybody's seat, because the flows are theirs to manage. */
  readonly managesFlows: boolean
}

/** What a viewer may do with an application now (domain 5.4). */
export function offeredOperations({ state, isApplicant, ownSeat, managesFlows }: ApprovalView): ApprovalOperation[] {
  const decides = state === 'pending' && ownSeat === 'open'
  const offered: Readonly<Record<ApprovalOperation, boolean>> = {
    approve: decides,
    return: decides,
    delegate: decides || (state === 'pending' && managesFlows),
    urge: isApplicant && state === 'pending',
    recall: isApplicant && approvalLifecycle.can(state, 'recall'),
    send: isApplicant && approvalLifecycle.can(state, 'resubmit'),
    retry: isApplicant && approvalLifecycle.can(state, 'retryStamp'),
  }
  return approvalOperations.filter((operation) => offered[operation])
}

/** What the history of an application tells, with its words. */
export const approvalEventLabels = {
  submit: '提交用印审批',
  resubmit: '重新提交',
  approve: '审批通过',
  refuse: '审批驳回',
  delegate: '转交审批',
  urge: '催办',
  recall: '撤回申请',
  stamp: '完成用印',
  stampFail: '用印失败',
  retryStamp: '重试用印',
  close: '合同已结束，申请失效',
} as const
/** A key of `approvalEventLabels`. */
export type ApprovalEvent = keyof typeof approvalEventLabels
