import { keysOf } from '@moqi/domain/keys-of'
import type { JobName } from '#src/platform/jobs/jobs.ts'

/** What pages call each kind of job; a new kind does not compile without. */
const labels: Readonly<Record<JobName, string>> = {
  ageAuths: '认证与合同到期检查',
  ageDrafts: '清理无人编辑的草稿',
  anchorHeads: '日志上链',
  announceNewDevice: '新设备登录提醒',
  archiveContract: '合同归档',
  askArrived: '查询反向打款到账',
  askPayment: '查询支付结果',
  claimEntries: '认领合同',
  closeOrder: '关闭超时订单',
  closePayment: '关闭付款单',
  completeArchive: '补充吊销信息',
  deliverMessage: '发送短信、邮件或企业聊天消息',
  dropDownload: '删除打包文件',
  emptyBin: '清空回收站',
  endLook: '结束查看空间',
  endPartyAuth: '告知一份合同一方认证终止',
  endPartyAuths: '告知合同认证终止',
  expireContract: '合同到期未签',
  followFace: '查询人脸识别结果',
  freeBlobs: '释放文件',
  handOver: '交接合同',
  indexContract: '全文索引',
  issueInvoice: '开具发票',
  judgeContract: '检查合同的风险提示',
  lapsePayment: '企业认证超时',
  makeFirstSeal: '制作首枚印章',
  closeCompany: '注销企业',
  buildExport: '企业数据导出',
  dropExport: '清理到期的数据导出',
  noteFreezing: '告知合同冻结',
  packDownload: '打包下载',
  payCompany: '企业认证打款',
  readPersonVerdict: '查询实名结果',
  readReceipt: '查询短信回执',
  recallLetter: '撤回授权书',
  remindApprovers: '提醒审批人',
  remindContractEnd: '合同到期提醒',
  remindDeadline: '签署截止提醒',
  renameCompanyParties: '更新签署企业名称',
  renameCompanyParty: '更新一份合同的签署企业名称',
  renameParties: '更新签署方姓名',
  renameParty: '更新一份合同的签署方姓名',
  renewArchive: '续加归档时间戳',
  reportPayment: '演示收银台回调',
  returnPayment: '退款',
  scrub: '逐字节核对',
  sendBatch: '批量发起',
  sendCompanyLetter: '发送企业授权书',
  sendUnlockCode: '发送解锁验证码',
  signAutomatically: '自动签署',
  stampApproval: '审批通过后用印',
  syncWorkChat: '同步通讯录',
  sweep: '清理过期数据',
  sweepOrphans: '清理无人引用的文件',
  timestampContract: '补加时间戳',
  turnGrant: '印章授权起止',
  turnSeal: '印章到期',
  verifyFinished: '核验已完成合同',
  warnQuota: '份数不足提醒',
  watchMembers: '比较成员活动与平时',
}
const names = keysOf(labels)
const known: ReadonlyMap<string, string> = new Map(Object.entries(labels))

/** What pages call a kind; of one that this version does not know, its name. */
export const kindLabelOf = (task: string): string => known.get(task) ?? task

/** The kinds whose name or label has these words; undefined when nothing is looked for. */
export function kindsLike(search: string | undefined): string[] | undefined {
  if (!search) return undefined
  const words = search.toLowerCase()
  return names.filter((name) => name.toLowerCase().includes(words) || labels[name].toLowerCase().includes(words))
}
