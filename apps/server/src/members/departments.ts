import type { members } from '@moqi/api/members'
import { Refusal } from '@moqi/domain/refusal'
import { checkDepartmentName, groupLimits } from '@moqi/domain/spaces/company-groups'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { changeCompany } from './change-company.ts'
import { departmentName } from './groups.ts'
import { openInvitations } from './invitation-rows.ts'
import { addMemberLog } from '#src/cores/identity/member-log.ts'
import type { MemberChanger } from './member-changer.ts'

/** The departments by age with their members counted, and how many there are and are awaited in all. */
export const listDepartment: Handler<typeof members.listDepartment> = async ({ db, now }, { tenantId }) =>
  db.read(tenantId, async (tenant) => {
    const departments = await tenant
      .selectFrom('department as d')
      .leftJoin('membership as m', (join) =>
        join.onRef('m.tenant_id', '=', 'd.tenant_id').onRef('m.department_id', '=', 'd.department_id'),
      )
      .where('d.tenant_id', '=', tenantId)
      .groupBy(['d.department_id', 'd.name', 'd.created_at'])
      .orderBy('d.created_at')
      .orderBy('d.department_id')
      .select(['d.department_id', 'd.name'])
      .select(({ fn }) => fn.count<number>('m.account_id').as('number'))
      .execute()
    const all = await tenant
      .selectFrom('membership')
      .where('tenant_id', '=', tenantId)
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .executeTakeFirstOrThrow()
    const invited = await openInvitations(tenant, tenantId, now())
    return {
      departmentArray: departments.map(({ department_id, name, number }) => ({
        departmentId: department_id,
        departmentName: name,
        memberNumber: Number(number),
      })),
      memberNumber: Number(all.number),
      inviteNumber: invited,
    }
  })

/** Makes a department, or gives one another name: 2–30 characters, each name once (domain 4.5). */
export const saveDepartment: Handler<typeof members.saveDepartment> = async (deps, member, input) => {
  const { tenantId } = member
  return changeCompany(deps, tenantId, async (tx) => {
    const { departmentId, departmentName: name } = input
    return keepAnswer(tx, deps, member, { departmentId: await putDepartment(deps, tx, member, { departmentId, name }) })
  })
}

/** The same, whoever asks, in the transaction on the company's members. Answers the id. */
export async function putDepartment(
  deps: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  by: MemberChanger,
  wanted: { departmentId?: string | null | undefined; name: string },
): Promise<string> {
  const checked = checkDepartmentName(wanted.name)
  if (!checked.ok) throw taken(checked.message)
  const { tenantId } = by
  const others = await tx
    .selectFrom('department')
    .where('tenant_id', '=', tenantId)
    .select(['department_id', 'name'])
    .execute()
  const own = others.find(({ department_id }) => department_id === wanted.departmentId)
  if (wanted.departmentId && !own) throw new Refusal('member/group-not-found')
  if (others.some((one) => one !== own && one.name === checked.value)) throw taken('部门名称已存在')
  if (!own && others.length >= groupLimits.departments) throw taken(`部门不能超过${groupLimits.departments}个`)
  const departmentId = own?.department_id ?? deps.newId()
  await tx
    .insertInto('department')
    .values({ tenant_id: tenantId, department_id: departmentId, name: checked.value, created_at: deps.now() })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'department_id']).doUpdateSet({ name: checked.value }))
    .execute()
  const detail = own ? `${own.name} → ${checked.value}` : checked.value
  await addMemberLog(deps, tx, by, { tenantId, verb: 'saveDepartment', detail })
  return departmentId
}

const taken = (message: string) => new Refusal('field/invalid', { field: 'departmentName', message })

/** Deletes a department nobody belongs to and nobody is invited to. */
export const deleteDepartment: Handler<typeof members.deleteDepartment> = async (deps, member, { departmentId }) => {
  const { tenantId } = member
  return changeCompany(deps, tenantId, async (tx) => {
    const name = await departmentName(tx, tenantId, departmentId)
    if (name === null) throw new Refusal('member/group-not-found')
    if (await isUsed(deps, tx, tenantId, departmentId)) {
      throw new Refusal('member/group-in-use', { message: '该部门还有成员或待加入的邀请，请先调整后再删除' })
    }
    if (await hasTemplates(tx, tenantId, departmentId)) {
      throw new Refusal('member/group-in-use', {
        message: '该部门还有按部门授权的模板，请先调整模板的部门权限后再删除',
      })
    }
    await tx
      .deleteFrom('department')
      .where('tenant_id', '=', tenantId)
      .where('department_id', '=', departmentId)
      .execute()
    await addMemberLog(deps, tx, member, { tenantId, verb: 'deleteDepartment', detail: name })
    return keepAnswer(tx, deps, member, null)
  })
}

/** Whether a template names the department: with its line gone it would be everybody's. */
async function hasTemplates(tx: Db, tenantId: string, departmentId: string): Promise<boolean> {
  const line = await tx
    .selectFrom('template_access')
    .where('tenant_id', '=', tenantId)
    .where('department_id', '=', departmentId)
    .select('template_id')
    .limit(1)
    .executeTakeFirst()
  return line !== undefined
}

async function isUsed({ now }: Pick<Deps, 'now'>, tx: Db, tenantId: string, departmentId: string): Promise<boolean> {
  const member = await tx
    .selectFrom('membership')
    .where('tenant_id', '=', tenantId)
    .where('department_id', '=', departmentId)
    .select('account_id')
    .limit(1)
    .executeTakeFirst()
  const link = await tx
    .selectFrom('invitation_link')
    .where('tenant_id', '=', tenantId)
    .where('department_id', '=', departmentId)
    .where('expires_at', '>', now())
    .select('tenant_id')
    .executeTakeFirst()
  const invited = await openInvitations(tx, tenantId, now(), { departmentId })
  return member !== undefined || link !== undefined || invited > 0
}
