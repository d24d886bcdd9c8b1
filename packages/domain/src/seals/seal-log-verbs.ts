/** What the log of a space's seals says has happened (domain 5.8). */
export const sealLogVerbs = {
  make: '制作印章',
  submit: '提交审核',
  look: '平台查看',
  pass: '审核通过',
  refuse: '审核未通过',
  rename: '修改名称',
  setDefault: '设为默认',
  setTerm: '修改有效期',
  enable: '启用',
  disable: '停用',
  revoke: '注销',
  expire: '过期',
  delete: '删除',
  saveGrant: '新增授权',
  letterClosed: '授权书未签成',
  grant: '授权使用',
  takeGrant: '收回授权',
  expireGrant: '授权到期',
  alert: '用印异常',
  setWatch: '修改用印提醒',
  freeze: '冻结全部印章',
  thaw: '解除冻结',
  export: '导出备案材料',
} as const
/** A key of `sealLogVerbs`. */
export type SealLogVerb = keyof typeof sealLogVerbs
