import type { template } from '@moqi/api/template'
import { templateUseLabels } from '@moqi/domain/templates/template-access'
import { Refusal } from '@moqi/domain/refusal'
import { addMemberLog } from '#src/cores/identity/member-log.ts'
import { lockMembers } from '#src/cores/identity/lock-members.ts'
import { lockTemplate } from '#src/cores/template/template-store.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { isUuid } from '#src/platform/uuid.ts'

/** Says which departments may use or change a template; none named is everybody's. Holds from the next request on. */
export const setTemplateAccess: Handler<typeof template.setTemplateAccess> = async (deps, member, input) => {
  const { tenantId } = member
  const { templateId, accessArray } = input
  return deps.db.write(tenantId, async (tx) => {
    // A department that is just being deleted waits, or is gone.
    await lockMembers(tx, tenantId)
    const head = await lockTemplate(tx, { tenantId, templateId })
    const named = accessArray.flatMap(({ departmentId }) => (departmentId === null ? [] : [departmentId]))
    if (new Set(accessArray.map(({ departmentId }) => departmentId)).size !== accessArray.length) {
      throw new Refusal('field/invalid', { field: 'accessArray', message: '同一部门不能设置两次' })
    }
    const known = named.filter(isUuid)
    const departments =
      known.length === 0
        ? []
        : await tx
            .selectFrom('department')
            .where('tenant_id', '=', tenantId)
            .where('department_id', 'in', known)
            .select(['department_id', 'name'])
            .execute()
    if (departments.length !== named.length) throw new Refusal('member/group-not-found')
    await tx
      .deleteFrom('template_access')
      .where('tenant_id', '=', tenantId)
      .where('template_id', '=', templateId)
      .execute()
    if (accessArray.length > 0) {
      const rows = accessArray.map(({ departmentId, templateUse }) => ({
        tenant_id: tenantId,
        template_id: templateId,
        department_id: departmentId,
        may: templateUse,
      }))
      await tx.insertInto('template_access').values(rows).execute()
    }
    const nameOf = (id: string | null) =>
      departments.find(({ department_id }) => department_id === id)?.name ?? '全企业'
    const words = accessArray.map((line) => `${nameOf(line.departmentId)}${templateUseLabels[line.templateUse]}`)
    const detail = `${head.name}：${words.join('、') || '全企业可使用和编辑'}`
    await addMemberLog(deps, tx, member, { tenantId, verb: 'setTemplateAccess', detail })
    return keepAnswer(tx, deps, member, null)
  })
}
