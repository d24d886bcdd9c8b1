import type { SpaceType } from './space-name.ts'

/** Everything a member of a space may be allowed to do beyond signing what is their own (domain 6). */
export const rights = [
  'launch',
  'seeAllContracts',
  'manageArchive',
  'manageSeals',
  'auditSeals',
  'auditDepartmentSeals',
  'approveSealUse',
  'manageFlows',
  'manageMembers',
  'manageIntegrations',
  'buy',
  'seeConsole',
  'exportData',
  'closeCompany',
  'manageGroup',
] as const
/** What a role lets a member do: a member of `rights`. */
export type Right = (typeof rights)[number]

/** A right as the page of roles shows it. */
export const rightLabels: Readonly<Record<Right, string>> = {
  launch: '发起签署',
  seeAllContracts: '查看全部合同',
  manageArchive: '管理合同归档',
  manageSeals: '管理企业印章',
  auditSeals: '查看用印登记与印章日志',
  auditDepartmentSeals: '查看本部门的用印登记',
  approveSealUse: '审批用印',
  manageFlows: '管理用印审批流程',
  manageMembers: '管理成员',
  manageIntegrations: '管理应用',
  buy: '购买套餐',
  seeConsole: '企业管理后台',
  exportData: '导出全部数据',
  closeCompany: '注销企业',
  manageGroup: '管理集团',
}

/** The groups of that page, in its order. */
export const rightGroups: readonly { readonly title: string; readonly rights: readonly Right[] }[] = [
  { title: '合同', rights: ['launch', 'seeAllContracts', 'manageArchive'] },
  { title: '印章', rights: ['manageSeals', 'auditSeals', 'auditDepartmentSeals', 'approveSealUse', 'manageFlows'] },
  {
    title: '企业',
    rights: ['manageMembers', 'manageIntegrations', 'buy', 'seeConsole', 'exportData', 'closeCompany', 'manageGroup'],
  },
]

/**
 * What a role of the company's own making may hold. Members, integrations, purchases, the export of everything, the
 * company's closing and its group stay with the administrator (P1, domain 6): who managed members could give
 * themselves every other right, and who made an integration's secrets would act in its maker's name. Managing seals,
 * auditing their use, agreeing to it and saying whose agreement it takes are four rights, so that nobody need hold two
 * of them; to use a seal takes none of them, but a grant or an agreement.
 */
export const grantableRights = [
  'launch',
  'seeAllContracts',
  'manageArchive',
  'manageSeals',
  'auditSeals',
  'auditDepartmentSeals',
  'approveSealUse',
  'manageFlows',
  'seeConsole',
] as const satisfies Right[]

/** Rights that hold for the member's own department, each under the right that holds for the whole company. */
export const departmentForms: Partial<Readonly<Record<Right, Right>>> = { auditSeals: 'auditDepartmentSeals' }

/** How far somebody with these rights has one of them: in the whole company, in the own department, or not. */
export function reachOf(right: Right, held: readonly Right[]): 'company' | 'department' | null {
  if (held.includes(right)) return 'company'
  const narrow = departmentForms[right]
  return narrow && held.includes(narrow) ? 'department' : null
}

/** Of the wanted rights those that somebody with these does not have, in the order of `rights`. */
export const rightsBeyond = (wanted: readonly Right[], held: readonly Right[]): Right[] =>
  rights.filter(
    (right) => wanted.includes(right) && !held.includes(right) && !held.some((wide) => departmentForms[wide] === right),
  )

/** Whether somebody with these rights sees the company's seals: who manages them, and who looks after their use. */
export const seesSeals = (held: readonly Right[]): boolean =>
  held.includes('manageSeals') || held.includes('auditSeals')

/** The role 经办人, which everybody has who was given no other; it cannot be changed (domain 6). */
export const operatorRights: readonly Right[] = ['launch', 'seeConsole']

const individualRights: readonly Right[] = ['launch', 'seeAllContracts', 'manageSeals', 'buy']

/** What rights depend on: `roleRights` is null for who has no role but 经办人. */
export type RightsFacts = {
  readonly spaceType: SpaceType
  readonly isSpaceOwner: boolean
  readonly roleRights: readonly string[] | null
}

/** What somebody may do in a space. Whatever a role is stored with, it gives only what roles may give. */
export function rightsIn({ spaceType, isSpaceOwner, roleRights }: RightsFacts): readonly Right[] {
  if (spaceType === 'person') return individualRights
  if (isSpaceOwner) return rights
  if (roleRights === null) return operatorRights
  return grantableRights.filter((right) => roleRights.includes(right))
}
