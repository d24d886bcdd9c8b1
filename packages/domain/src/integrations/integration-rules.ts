import { type Checked, failed, passed } from '../identity/checked.ts'
import type { Right } from '../spaces/rights.ts'
import { isOneLine, notOneLine } from '../text/one-line.ts'
import { dayMs } from '../time/civil-date.ts'

/** What an integration may be allowed to ask, each for the calls that name it. */
export const integrationScopes = [
  'launch',
  'manage',
  'read',
  'download',
  'seals',
  'members',
  'verify',
  'embed',
] as const
/** A member of `integrationScopes`. */
export type IntegrationScope = (typeof integrationScopes)[number]

/** Each scope as the page names and explains it. */
export const scopeLabels: Readonly<Record<IntegrationScope, { title: string; about: string }>> = {
  launch: { title: '发起合同', about: '上传文件、使用模板、设置签署方与位置、发送' },
  manage: { title: '管理合同', about: '撤回、催签、延期、更正与增减签署方' },
  read: { title: '查询合同', about: '合同列表、详情、页面、通知送达、剩余份数' },
  download: { title: '下载', about: '已完成的合同与证据' },
  seals: { title: '查看印章', about: '企业印章列表，不能用印' },
  members: { title: '查看成员', about: '成员与部门列表，不能修改' },
  verify: { title: '验签', about: '验证任意文件的签名' },
  embed: { title: '嵌入签署', about: '为签署方打开只签一份合同的页面，不能代为签署' },
}

/** What of its member's rights a scope lets an integration use; of a right in none of them it can use nothing. */
export const scopeRights: Readonly<Record<IntegrationScope, readonly Right[]>> = {
  launch: ['launch'],
  manage: ['launch'],
  read: ['seeAllContracts'],
  download: ['seeAllContracts'],
  seals: ['manageSeals'],
  members: ['manageMembers'],
  verify: [],
  embed: ['seeAllContracts'],
}

/** The member's rights, cut to what the scopes let an integration use. */
export const rightsWithin = (held: readonly Right[], scopes: readonly IntegrationScope[]): readonly Right[] =>
  held.filter((right) => scopes.some((scope) => scopeRights[scope].includes(right)))

/** How much a company may have of them, and how much each may be. */
export const integrationLimits = {
  perCompany: 20,
  nameLength: 30,
  addresses: 50,
  /** Calls of one integration in a minute, whatever they are. */
  callsPerMinute: 1200,
  /** How long a line of its log is kept. */
  logKeptMs: 30 * dayMs,
} as const

/** How long the secret before may go on after a new one was made. */
export const secretOverlaps = { none: 0, day: dayMs, week: 7 * dayMs, twoWeeks: 14 * dayMs } as const
/** A key of `secretOverlaps`. */
export type SecretOverlap = keyof typeof secretOverlaps

/** Each overlap as the page offers it. */
export const overlapLabels: Readonly<Record<SecretOverlap, string>> = {
  none: '立即失效',
  day: '24小时',
  week: '7天',
  twoWeeks: '14天',
}

/** A name its company knows it by. */
export function checkIntegrationName(typed: string): Checked<string> {
  const name = typed.trim()
  if (name === '') return failed('请输入应用名称')
  if (!isOneLine(name)) return failed(notOneLine('应用名称'))
  if ([...name].length > integrationLimits.nameLength) return failed(`应用名称最多${integrationLimits.nameLength}个字`)
  return passed(name)
}
