import type { role } from '@moqi/api/role'
import { Refusal } from '@moqi/domain/refusal'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { presetRoleOf } from '@moqi/domain/spaces/preset-roles'
import { addMemberLog } from '#src/cores/identity/member-log.ts'
import { changeCompany } from './change-company.ts'
import { findRole, holdRole, roleName } from './groups.ts'

type Place = { tenantId: string; roleId: string }
type Use = { names: string[]; invitations: number; links: number }

/** Who has a role of the company's own and who waits for it, by which its deletion is weighed. */
export const getRoleUse: Handler<typeof role.getRoleUse> = async ({ db, now }, { tenantId }, { roleId }) =>
  db.read(tenantId, async (tenant) => {
    await requireOwnRole(tenant, { tenantId, roleId })
    const { names, invitations, links } = await useOf({ now }, tenant, { tenantId, roleId })
    return { memberNumber: names.length, memberNameArray: names.slice(0, 5), inviteNumber: invitations + links }
  })

/** Deletes a role: one that nobody has, or together with what its members and the invited get in its place. */
export const deleteRole: Handler<typeof role.deleteRole> = async (deps, member, input) => {
  const { tenantId } = member
  const { roleId, successorRoleId, memberNumber } = input
  const place = { tenantId, roleId }
  return changeCompany(deps, tenantId, async (tx) => {
    const own = await requireOwnRole(tx, place)
    const use = await useOf(deps, tx, place)
    if (memberNumber !== undefined && memberNumber !== use.names.length) {
      throw new Refusal('member/group-in-use', {
        message: `持有该角色的成员已变为${use.names.length}人，请核对后重新删除`,
      })
    }
    const used = use.names.length + use.invitations + use.links > 0
    if (used && successorRoleId === undefined) {
      throw new Refusal('member/group-in-use', { message: '该角色还有成员或待加入的邀请，请先调整后再删除' })
    }
    if (successorRoleId === roleId) throw new Refusal('member/group-not-found')
    const next = successorRoleId ? await holdRole(tx, tenantId, successorRoleId) : null
    await passOn(deps, tx, member, { roleId, successorRoleId: successorRoleId ?? null })
    await tx.deleteFrom('company_role').where('tenant_id', '=', tenantId).where('role_id', '=', roleId).execute()
    const moved = use.names.length > 0 ? `，${use.names.length}人改为${roleName(false, next?.name ?? null)}` : ''
    await addMemberLog(deps, tx, member, { tenantId, verb: 'deleteRole', detail: `${own.name}${moved}` })
    return keepAnswer(tx, deps, member, null)
  })
}

async function requireOwnRole(db: Db, { tenantId, roleId }: Place): Promise<{ name: string }> {
  const found = presetRoleOf(roleId) ? null : await findRole(db, tenantId, roleId)
  if (!found) throw new Refusal('member/group-not-found')
  return found
}

async function useOf({ now }: Pick<Deps, 'now'>, db: Db, { tenantId, roleId }: Place): Promise<Use> {
  const holders = await db
    .selectFrom('membership as m')
    .innerJoin('account as a', 'a.account_id', 'm.account_id')
    .where('m.tenant_id', '=', tenantId)
    .where('m.role_id', '=', roleId)
    .orderBy('m.created_at')
    .select(['m.name', 'a.nick_name'])
    .execute()
  const invited = await db
    .selectFrom('invitation')
    .where('tenant_id', '=', tenantId)
    .where('role_id', '=', roleId)
    .where('state', '=', 'invited')
    .where('expires_at', '>', now())
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  const linked = await db
    .selectFrom('invitation_link')
    .where('tenant_id', '=', tenantId)
    .where('role_id', '=', roleId)
    .where('expires_at', '>', now())
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  return {
    names: holders.map(({ name, nick_name }) => name || nick_name),
    invitations: Number(invited.number),
    links: Number(linked.number),
  }
}

async function passOn(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  by: Pick<Member, 'tenantId' | 'nickName'>,
  { roleId, successorRoleId }: { roleId: string; successorRoleId: string | null },
): Promise<void> {
  const at = now()
  await tx
    .updateTable('membership')
    .set({ role_id: successorRoleId, role_since: at, role_giver: by.nickName })
    .where('tenant_id', '=', by.tenantId)
    .where('role_id', '=', roleId)
    .execute()
  await tx
    .updateTable('invitation')
    .set({ role_id: successorRoleId })
    .where('tenant_id', '=', by.tenantId)
    .where('role_id', '=', roleId)
    .where('state', '=', 'invited')
    .where('expires_at', '>', at)
    .execute()
  // What is over keeps no role: it only says who was invited.
  await tx
    .updateTable('invitation')
    .set({ role_id: null })
    .where('tenant_id', '=', by.tenantId)
    .where('role_id', '=', roleId)
    .execute()
  await tx
    .updateTable('invitation_link')
    .set({ role_id: successorRoleId })
    .where('tenant_id', '=', by.tenantId)
    .where('role_id', '=', roleId)
    .where('expires_at', '>', at)
    .execute()
  await tx.deleteFrom('invitation_link').where('tenant_id', '=', by.tenantId).where('role_id', '=', roleId).execute()
}
