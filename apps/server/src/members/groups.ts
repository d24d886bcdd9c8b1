import { Refusal } from '@moqi/domain/refusal'
import { presetRoleOf } from '@moqi/domain/spaces/preset-roles'
import { fixedRoles } from '@moqi/domain/spaces/company-groups'
import type { Db } from '#src/platform/database/database.ts'
import { isUuid } from '#src/platform/uuid.ts'

/** Where a member stands in the company; null is no department, and the role 经办人. */
export type Groups = { departmentId: string | null; roleId: string | null }

/** The department and role a request names. Throws `member/group-not-found` unless both are the company's. */
export async function requireGroups(
  tx: Db,
  tenantId: string,
  asked: { departmentId?: string | null | undefined; roleId?: string | null | undefined },
): Promise<Groups> {
  const departmentId = asked.departmentId ?? null
  const roleId = asked.roleId ?? null
  if (departmentId !== null && !(await departmentName(tx, tenantId, departmentId))) throw none()
  if (roleId !== null) await holdRole(tx, tenantId, roleId)
  return { departmentId, roleId }
}

const none = () => new Refusal('member/group-not-found')

/** The department's name; null when the company has no such department. Read in the company's tenant. */
export async function departmentName(db: Db, tenantId: string, departmentId: string | null): Promise<string | null> {
  if (departmentId === null || !isUuid(departmentId)) return null
  const found = await db
    .selectFrom('department')
    .where('tenant_id', '=', tenantId)
    .where('department_id', '=', departmentId)
    .select('name')
    .executeTakeFirst()
  return found?.name ?? null
}

/** A role of the company's own, null when there is none of that id. */
export async function findRole(
  db: Db,
  tenantId: string,
  roleId: string,
): Promise<{ name: string; rights: string[] } | null> {
  if (!isUuid(roleId)) return null
  const found = await db
    .selectFrom('company_role')
    .where('tenant_id', '=', tenantId)
    .where('role_id', '=', roleId)
    .select(['name', 'rights'])
    .executeTakeFirst()
  return found ?? null
}

/**
 * A role that somebody is about to get. A preset one is kept with the company from its first use on, unless a role of
 * the company's own has its name. Throws `member/group-not-found`.
 */
export async function holdRole(tx: Db, tenantId: string, roleId: string): Promise<{ name: string }> {
  const known = await findRole(tx, tenantId, roleId)
  if (known) return known
  const preset = presetRoleOf(roleId)
  if (!preset) throw none()
  const made = await tx
    .insertInto('company_role')
    .values({ tenant_id: tenantId, role_id: roleId, name: preset.name, rights: [...preset.rights], created_at: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst()
  if (!made) throw none()
  return made
}

/** What a member's role is called. */
export const roleName = (isOwner: boolean, ownRole: string | null): string =>
  isOwner ? fixedRoles.administrator : (ownRole ?? fixedRoles.operator)
