import type { members } from '@moqi/api/members'
import { Refusal } from '@moqi/domain/refusal'
import { checkRoleName, fixedRoles, groupLimits } from '@moqi/domain/spaces/company-groups'
import { operatorRights, rightLabels, rights, rightsIn } from '@moqi/domain/spaces/rights'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { changeCompany } from './change-company.ts'
import { findRole } from './groups.ts'
import { addMemberLog } from './member-log.ts'

/** 管理员 and 经办人, which every company has, then its own roles by age; each with its rights and members. */
export const listRole: Handler<typeof members.listRole> = async ({ db }, { tenantId }) => {
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
  return {
    roleArray: [
      {
        roleId: null,
        roleName: fixedRoles.administrator,
        rightArray: [...rights],
        memberNumber: count(({ is_owner }) => is_owner),
      },
      {
        roleId: null,
        roleName: fixedRoles.operator,
        rightArray: [...operatorRights],
        memberNumber: count(({ is_owner, role_id }) => !is_owner && role_id === null),
      },
      ...own.map((role) => ({
        roleId: role.role_id,
        roleName: role.name,
        rightArray: [...rightsIn({ spaceType: 'company', isSpaceOwner: false, roleRights: role.rights })],
        memberNumber: count(({ is_owner, role_id }) => !is_owner && role_id === role.role_id),
      })),
    ],
  }
}

/** Makes a role, or changes one's name and rights, which hold for its members from their next request on. */
export const saveRole: Handler<typeof members.saveRole> = async (deps, member, input) => {
  const checked = checkRoleName(input.roleName)
  if (!checked.ok) throw faulty(checked.message)
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
    if (!own && others.length >= groupLimits.roles) throw faulty(`角色不能超过${groupLimits.roles}个`)
    const roleId = own?.role_id ?? deps.newId()
    const given = [...new Set(input.rightArray)]
    await tx
      .insertInto('company_role')
      .values({ tenant_id: tenantId, role_id: roleId, name: checked.value, rights: given, created_at: deps.now() })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'role_id']).doUpdateSet({ name: checked.value, rights: given }),
      )
      .execute()
    const detail = `${checked.value}：${given.map((right) => rightLabels[right]).join('、') || '无权限'}`
    await addMemberLog(deps, tx, member, { tenantId, verb: 'saveRole', detail })
    return keepAnswer(tx, deps, member, { roleId })
  })
}

const faulty = (message: string) => new Refusal('field/invalid', { field: 'roleName', message })

/** Deletes a role nobody has or is invited to. */
export const deleteRole: Handler<typeof members.deleteRole> = async (deps, member, { roleId }) => {
  const { tenantId } = member
  return changeCompany(deps, tenantId, async (tx) => {
    const role = await findRole(tx, tenantId, roleId)
    if (!role) throw new Refusal('member/group-not-found')
    if (await isUsed(deps, tx, tenantId, roleId)) {
      throw new Refusal('member/group-in-use', { message: '该角色还有成员或待加入的邀请，请先调整后再删除' })
    }
    // What is over keeps no role: it only says who was invited.
    await tx
      .updateTable('invitation')
      .set({ role_id: null })
      .where('tenant_id', '=', tenantId)
      .where('role_id', '=', roleId)
      .execute()
    await tx.deleteFrom('invitation_link').where('tenant_id', '=', tenantId).where('role_id', '=', roleId).execute()
    await tx.deleteFrom('company_role').where('tenant_id', '=', tenantId).where('role_id', '=', roleId).execute()
    await addMemberLog(deps, tx, member, { tenantId, verb: 'deleteRole', detail: role.name })
    return keepAnswer(tx, deps, member, null)
  })
}

async function isUsed({ now }: Pick<Deps, 'now'>, tx: Db, tenantId: string, roleId: string): Promise<boolean> {
  const used = await tx
    .selectFrom('membership')
    .where('tenant_id', '=', tenantId)
    .where('role_id', '=', roleId)
    .select('tenant_id')
    .unionAll(
      tx
        .selectFrom('invitation')
        .where('tenant_id', '=', tenantId)
        .where('role_id', '=', roleId)
        .where('state', '=', 'invited')
        .where('expires_at', '>', now())
        .select('tenant_id'),
    )
    .unionAll(
      tx
        .selectFrom('invitation_link')
        .where('tenant_id', '=', tenantId)
        .where('role_id', '=', roleId)
        .where('expires_at', '>', now())
        .select('tenant_id'),
    )
    .limit(1)
    .executeTakeFirst()
  return used !== undefined
}
