/** The lists of those who run the platform that may be exported, with what pages call them. */
export const operatorLists = {
  transfers: '对公转账',
  orders: '订单',
  catalogue: '套餐',
  persons: '实名审核',
  companies: '企业审核',
  appeals: '管理员申诉',
  reports: '举报',
  flagged: '有风险提示的空间',
  freezings: '合同冻结记录',
  seals: '印章审核',
  invoices: '发票',
  tenants: '企业与个人',
  certificates: '证书',
  articles: '帮助文章',
  bulletins: '公告',
  jobs: '任务',
  droppedJobs: '已停止的任务',
  looks: '查看记录',
  proposals: '等待第二人的申请',
  record: '操作记录',
} as const
/** A key of `operatorLists`. */
export type OperatorList = keyof typeof operatorLists

/** How many rows an export of one of them has at most. */
export const exportedRows = 10_000
