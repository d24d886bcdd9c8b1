import type { role } from '@moqi/api/role'
import { Refusal } from '@moqi/domain/refusal'
import { checkRoleName, fixedRoles, groupLimits } from '@moqi/domain/spaces/company-groups'
import { presetRoleOf, presetRoles } from '@moqi/domain/spaces/preset-roles'
import { operatorRights, rightLabels, rights, rightsBeyond, rightsIn } from '@moqi/domain/spaces/rights'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { changeCompany } from './change-company.ts'
import { addMemberLog } from '#src/cores/identity/member-log.ts'

/**
 * 管理员 and 经办人, the preset roles, then the company's own by age; each with its rights and members. A preset role
 * whose name the company has given to one of its own is that one.
 */
export const listRole: Handler<typeof role.listRole> = async ({ db }, { tenantId }) => {
  const { own, holders } = await db.directory(async (directory) => ({
    own: await directory
      .selectFrom('company_role')
      .where('tenant_id', '=', tenantId)
      .orderBy('created_at')
      .orderBy('role_id')
      .selectAll()
      .execute(),
    holders: await directory
      .selectFrom('membership')
      .where('tenant_id', '=', tenantId)
      .groupBy(['is_owner', 'role_id'])
      .select(['is_owner', 'role_id'])
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .execute(),
  }))
  const count = (matches: (holder: { is_owner: boolean; role_id: string | null }) => boolean) =>
    holders.filter(matches).reduce((sum, { number }) => sum + Number(number), 0)
  const made = own.filter(({ role_id }) => !presetRoleOf(role_id))
  const preset = presetRoles.filter(({ name }) => !made.some((one) => one.name === name))
  return {
    roleArray: [
      {
        roleId: null,
        roleName: fixedRoles.administrator,
        roleKind: 'fixed' as const,
        rightArray: [...rights],
        memberNumber: count(({ is_owner }) => is_owner),
      },
      {
        roleId: null,
        roleName: fixedRoles.operator,
        roleKind: 'fixed' as const,
        rightArray: [...operatorRights],
        memberNumber: count(({ is_owner, role_id }) => !is_owner && role_id === null),
      },
      ...preset.map(({ roleId, name, rights: given }) => ({
        roleId,
        roleName: name,
        roleKind: 'preset' as const,
        rightArray: [...given],
        memberNumber: count(({ is_owner, role_id }) => !is_owner && role_id === roleId),
      })),
      ...made.map((role) => ({
        roleId: role.role_id,
        roleName: role.name,
        roleKind: 'own' as const,
        rightArray: [...rightsIn({ spaceType: 'company', isSpaceOwner: false, roleRights: role.rights })],
        memberNumber: count(({ is_owner, role_id }) => !is_owner && role_id === role.role_id),
      })),
    ],
  }
}

/**
 * Makes a role, or changes one's name and rights, which hold for its members from their next request on. Nobody gives
 * a right that is not their own.
 */
export const saveRole: Handler<typeof role.saveRole> = async (deps, member, input) => {
  const checked = checkRoleName(input.roleName)
  if (!checked.ok) throw faulty(checked.message)
  if (input.roleId && presetRoleOf(input.roleId)) throw faulty('预设角色不能修改，可以复制后调整')
  const beyond = rightsBeyond(input.rightArray, member.space.rights)
  if (beyond.length > 0) throw faulty(`您没有这些权限，不能授予：${beyond.map((one) => rightLabels[one]).join('、')}`)
  const { tenantId } = member
  return changeCompany(deps, tenantId, async (tx) => {
    const others = await tx
      .selectFrom('company_role')
      .where('tenant_id', '=', tenantId)
      .select(['role_id', 'name'])
      .execute()
    const own = others.find(({ role_id }) => role_id === input.roleId)
    if (input.roleId && !own) throw new Refusal('member/group-not-found')
    if (others.some((one) => one !== own && one.name === checked.value)) throw faulty('角色名称已存在')
    if (!own && others.filter(({ role_id }) => !presetRoleOf(role_id)).length >= groupLimits.roles)
      throw faulty(`角色不能超过${groupLimits.roles}个`)
    const roleId = own?.role_id ?? deps.newId()
    const given = [...new Set(input.rightArray)]
    await tx
      .insertInto('company_role')
      .values({ tenant_id: tenantId, role_id: roleId, name: checked.value, rights: given, created_at: deps.now() })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'role_id']).doUpdateSet({ name: checked.value, rights: given }),
      )
      .execute()
    const renamed = own && own.name !== checked.value ? `${own.name} → ` : ''
    const detail = `${renamed}${checked.value}：${given.map((right) => rightLabels[right]).join('、') || '无权限'}`
    await addMemberLog(deps, tx, member, { tenantId, verb: 'saveRole', detail })
    return keepAnswer(tx, deps, member, { roleId })
  })
}

const faulty = (message: string) => new Refusal('field/invalid', { field: 'roleName', message })
