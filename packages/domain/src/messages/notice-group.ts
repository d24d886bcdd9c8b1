/** What notices are about, in the order in which a person chooses among them. */
export const noticeGroups = {
  contract: '合同签署',
  approval: '用印审批',
  account: '账号、企业与印章',
  order: '套餐与发票',
} as const
/** One of them. */
export type NoticeGroup = keyof typeof noticeGroups
