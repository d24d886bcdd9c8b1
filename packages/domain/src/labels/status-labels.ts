import type { ApprovalState } from '../approvals/approval-lifecycle.ts'
import type { RowStatus } from '../contract/row-policy.ts'
import type { PartyState } from '../contract/party-lifecycle.ts'
import type { InvoiceState } from '../orders/invoice-lifecycle.ts'
import type { OrderState } from '../orders/order-lifecycle.ts'
import type { GrantState } from '../seals/grant-lifecycle.ts'
import type { GrantRequestState } from '../seals/grant-request.ts'
import type { SealState } from '../seals/seal-lifecycle.ts'
import type { AuthState } from '../spaces/company-auth-lifecycle.ts'

/** Row statuses, and the stored state 签署中 (domain 7.1). */
export const rowStatusLabels: Readonly<Record<RowStatus | 'signing', string>> = {
  draft: '草稿',
  waitSend: '待发送',
  signing: '签署中',
  iSign: '待我签署',
  otherSign: '待他签署',
  signingApprovalFailed: '用印审批未通过',
  finish: '签署完成',
  reject: '已拒签',
  recall: '已撤回',
  expired: '已过期',
  voided: '已作废',
}

/**
 * Small tags beside a status: a void agreement under way, the viewer's own approval under way, and a signature that the
 * time-stamping authority has yet to prove the time of.
 */
export const rowTagLabels = { voiding: '作废中', approving: '用印审批中', timestamping: '正在加盖时间戳' } as const

/** A small tag beside a status. */
export type RowTag = keyof typeof rowTagLabels

/** Party states (domain 5.2). */
export const partyStateLabels: Readonly<Record<PartyState, string>> = {
  waiting: '待轮签',
  toSign: '待签署',
  approving: '用印审批中',
  approvalFailed: '用印审批未通过',
  signed: '已签署',
  rejected: '已拒签',
  expired: '已过期',
  closed: '已终止',
  transferred: '已转交',
  replaced: '已更换',
  removed: '已移除',
}

/** Authentication badges; `of` tells the two kinds under way or failed apart without colour (checklist S2). */
export const authBadges: Readonly<Record<AuthState, { readonly label: string; readonly of: '' | '个人' | '企业' }>> = {
  notAuth: { label: '未认证', of: '' },
  inPersonAuth: { label: '认证中', of: '个人' },
  inCompanyAuth: { label: '认证中', of: '企业' },
  passAuth: { label: '已认证', of: '' },
  rejectPersonAuth: { label: '认证失败', of: '个人' },
  rejectCompanyAuth: { label: '认证失败', of: '企业' },
}

/** States of a seal-use application (domain 5.4). */
export const approvalStateLabels: Readonly<Record<ApprovalState, string>> = {
  pending: '审批中',
  approved: '已通过',
  stampFailed: '用印失败',
  refused: '已驳回',
  recalled: '已撤回',
  void: '已失效',
}

/** Seal states (domain 5.8). */
export const sealStateLabels: Readonly<Record<SealState, string>> = {
  draft: '草稿',
  auditing: '审核中',
  enabled: '已启用',
  auditFailed: '审核未通过',
  disabled: '已停用',
  revoked: '已注销',
  expired: '已过期',
  deleted: '已删除',
}

/** States of a seal authorisation (domain 5.8). */
export const grantStateLabels: Readonly<Record<GrantState, string>> = {
  waitSign: '待签授权书',
  waitEffective: '待生效',
  effective: '生效中',
  expired: '已过期',
  revoked: '已撤销',
}

/** States of a request for a seal authorisation. */
export const grantRequestStateLabels: Readonly<Record<GrantRequestState, string>> = {
  pending: '待处理',
  granted: '已同意',
  refused: '已拒绝',
  withdrawn: '已撤回',
  ended: '已失效',
}

/** Order states (domain 5.9). */
export const orderStateLabels: Readonly<Record<OrderState, string>> = {
  created: '待支付',
  voucherReview: '凭证审核中',
  paid: '已支付',
  done: '已完成',
  cancelled: '已取消',
  closed: '已关闭',
  refunding: '退款中',
  refunded: '已退款',
}

/** Invoice states (domain 5.9). */
export const invoiceStateLabels: Readonly<Record<InvoiceState, string>> = {
  none: '未开票',
  applied: '开票中',
  issued: '已开票',
  reversing: '红冲中',
  red: '已红冲',
  failed: '开票失败',
  withdrawn: '已撤回',
}
