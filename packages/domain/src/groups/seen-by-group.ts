/** What a group's lead sees of a company that is in it. */
export const seenByGroup = [
  '成员人数',
  '签署中、已完成和将到期的合同份数',
  '剩余的发起份数',
  '企业的认证与冻结状态',
] as const

/** What it never sees. */
export const neverSeenByGroup = [
  '合同内容与文件',
  '合同另一方的名称',
  '成员的姓名与联系方式',
  '印章与用印记录',
] as const
