import { config } from '../../client/config.ts'
import type { Space } from '../../client/space-store.ts'
import { hasRight, seesSeals } from '../space/space-facts.ts'

/** A way on: its words, and its address, outside the console where the same page stands in the workspace. */
export type Entry = { label: string; href: string }
/** Ways that belong together. */
export type EntryGroup = { title: string; entries: readonly Entry[] }

/** The workspace's address of one of its own paths. */
export const inWorkspace = (path: string): string => `/home${path}`

const addressOf = (path: string) => (path.startsWith('/console/') ? path : inWorkspace(path))

/** What somebody's role opens in a company, in the order of a company's day. */
export function entryGroups(space: Space): readonly EntryGroup[] {
  const may = (right: Parameters<typeof hasRight>[1]) => hasRight(space, right)
  const groups: [title: string, entries: [label: string, path: string, isOpen: boolean][]][] = [
    [
      '组织',
      [
        ['成员与部门', '/company-space/personal-management', may('manageMembers')],
        ['批量管理成员', '/console/members', may('manageMembers')],
        ['角色与权限', '/console/roles', may('manageMembers')],
        ['企业信息', '/user/company-info', true],
        ['集团', '/console/group', may('manageGroup')],
      ],
    ],
    [
      '印章',
      [
        ['企业印章', '/company-space/admin-signatures', seesSeals(space)],
        ['印章授权', '/company-space/admin-authorize', seesSeals(space)],
        ['用印审批流程', '/company-space/admin-signatures/flows', may('manageFlows')],
        ['用印审批', '/approve/list?status=myapproval', true],
        ['用印记录', '/space/signatures-list', true],
      ],
    ],
    [
      '合同',
      [
        may('seeAllContracts')
          ? ['企业合同', '/console/contracts', true]
          : ['我的合同', '/space/contract-list?status=all', true],
        ['合同归档', '/console/archive', true],
        ['合同模板', '/space/templates', true],
        [config.extension, '/vue', config.extension !== '' && may('seeAllContracts')],
      ],
    ],
    [
      '费用',
      [
        ['账单', '/user/bill', may('buy')],
        ['购买套餐', '/cart/cart', may('buy')],
      ],
    ],
    [
      '开放平台',
      [
        ['应用', '/company-space/applications', may('manageIntegrations')],
        ['统一登录', '/company-space/single-sign-on', may('manageIntegrations')],
      ],
    ],
    [
      '安全',
      [
        ['企业安全', '/console/security', may('manageMembers')],
        ['数据导出', '/console/export', may('exportData')],
        ['注销企业', '/console/close', may('closeCompany')],
      ],
    ],
  ]
  return groups
    .map(([title, entries]) => ({
      title,
      entries: entries.filter(([, , isOpen]) => isOpen).map(([label, path]) => ({ label, href: addressOf(path) })),
    }))
    .filter(({ entries }) => entries.length > 0)
}
