/** What the operation log of a contract says happened (domain 7.3). */
export const logVerbs = {
  create: '创建合同',
  send: '发送合同',
  view: '查看合同',
  read: '阅读全文',
  handIn: '提交附件',
  takeBack: '撤下附件',
  submitApproval: '提交用印审批',
  approve: '审批通过',
  refuse: '审批驳回',
  recallApproval: '撤回用印审批',
  sign: '签署',
  autoSign: '自动签署',
  timestamp: '补时间戳',
  reject: '拒签',
  recall: '撤回',
  urge: '催签',
  copyLink: '复制签署链接',
  extend: '延期',
  transfer: '转交',
  correctPhone: '更正手机号',
  renameParty: '签署方姓名变更',
  endPartyAuth: '一方认证被平台终止',
  addParty: '添加签署方',
  removeParty: '移除签署方',
  replaceParty: '更换签署方',
  remove: '彻底删除',
  download: '下载',
  downloadReport: '下载签署报告',
  expire: '过期',
  void: '发起作废',
  voided: '作废完成',
  voidClosed: '作废终止',
  dispute: '报告非本人签署',
  report: '举报',
  retryJob: '平台重试任务',
  dropJob: '平台停止任务',
} as const
/** What a line of a contract's log says has happened: a key of `logVerbs`. */
export type LogEvent = keyof typeof logVerbs

/** 顺序签署 and 同时签署 (domain 7.3), and an order in which some parties share a turn. */
export const signOrderLabels = { order: '顺序签署', disorder: '同时签署', mixed: '混合签署' } as const
