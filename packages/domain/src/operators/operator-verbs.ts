/** What an operator's own log says has happened. */
export const operatorVerbs = {
  enrol: '启用账号',
  signIn: '登录',
  signInFailed: '登录失败',
  useRecoveryCode: '使用恢复码登录',
  signOut: '退出登录',
  lookVoucher: '查看汇款凭证',
  confirmTransfer: '确认到账',
  refuseVoucher: '驳回汇款凭证',
  returnMoney: '登记款项已退回',
  keepMoney: '不予退款',
  issueInvoice: '开具发票',
  refuseInvoice: '登记开票失败',
  issueRedLetter: '开具红字发票',
  refuseReversal: '不予红冲',
  lookPaper: '查看证件影像',
  passPerson: '实名审核通过',
  refusePerson: '实名审核不通过',
} as const
/** A key of `operatorVerbs`. */
export type OperatorVerb = keyof typeof operatorVerbs
