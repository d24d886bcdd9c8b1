import type { Right } from './rights.ts'

/** A role that every company has from the beginning; it can be given and copied, not changed. */
export type PresetRole = {
  /** The same in every company. */
  readonly roleId: string
  readonly name: string
  readonly rights: readonly Right[]
  /** What it is for, in one sentence. */
  readonly note: string
}

const preset = (no: number, name: string, rights: readonly Right[], note: string): PresetRole => ({
  roleId: `00000000-0000-4000-8000-00000000000${no}`,
  name,
  rights: [...rights, 'seeConsole'],
  note,
})

/**
 * The roles of a company beside 管理员, who is its system administrator, and 经办人, who launches what it does (domain
 * 2.5). To use a seal takes a grant, which the role 印章使用者 says somebody is meant for.
 */
export const presetRoles: readonly PresetRole[] = [
  preset(
    1,
    '法定代表人',
    ['launch', 'seeAllContracts', 'manageSeals', 'auditSeals', 'approveSealUse', 'manageFlows'],
    '代表企业签约，可管理印章与审批；成员、应用与购买仍由管理员负责。',
  ),
  preset(2, '流程管理员', ['manageFlows'], '维护用印审批流程，不能审批，也看不到合同。'),
  preset(3, '合同查看人', ['seeAllContracts'], '查看企业全部合同，不能发起，也不能用印。'),
  preset(4, '印章管理员', ['manageSeals', 'auditSeals'], '制作、停用、授权印章，并查看用印登记。'),
  preset(5, '印章使用者', [], '凭印章授权书用印；没有授权时需要提交用印审批。'),
  preset(6, '印章审批人', ['approveSealUse', 'auditDepartmentSeals'], '审批用印申请，并查看本部门的用印登记。'),
]

/** The preset role of that id; undefined for a role of a company's own. */
export const presetRoleOf = (roleId: string): PresetRole | undefined => presetRoles.find((one) => one.roleId === roleId)

/** What the two roles that nobody makes or deletes are for. */
export const fixedRoleNotes = {
  administrator: '管理企业的一切，可有多人；只能通过转让或申诉取得。',
  operator: '发起签署与签署自己的合同；没有指定其他角色的成员都是经办人。',
} as const
