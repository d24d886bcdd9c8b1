/** What the log of a company's members says happened. */
export const memberLogVerbs = {
  invite: '邀请成员',
  resend: '再次邀请',
  cancel: '取消邀请',
  join: '加入企业',
  decline: '拒绝邀请',
  makeLink: '生成邀请链接',
  withdrawLink: '停用邀请链接',
  change: '修改成员',
  disable: '停用成员',
  enable: '启用成员',
  remove: '移除成员',
  leave: '退出企业',
  handOver: '转交合同',
  saveDepartment: '保存部门',
  deleteDepartment: '删除部门',
  saveRole: '保存角色',
  deleteRole: '删除角色',
  saveWillRule: '设置意愿认证规则',
  requestTransfer: '发起管理员转让',
  cancelTransfer: '取消管理员转让',
  declineTransfer: '拒绝接任管理员',
  transfer: '接任管理员',
  grantSeal: '授权使用印章',
  takeSeal: '收回印章使用权',
} as const
/** What a line of a company's log of members says has happened. */
export type MemberLogEvent = keyof typeof memberLogVerbs
