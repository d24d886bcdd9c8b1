import type { template } from '@moqi/api/template'
import { Refusal } from '@moqi/domain/refusal'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { requireTemplateUse } from '#src/cores/template/template-access.ts'
import { lockTemplate } from '#src/cores/template/template-store.ts'

/** Enables or disables a template; what it has made already goes on. */
export const setTemplateState: Handler<typeof template.setTemplateState> = async (
  deps,
  member,
  { templateId, templateState },
) => {
  const { tenantId } = member
  return deps.db.write(tenantId, async (tx) => {
    await lockTemplate(tx, { tenantId, templateId })
    await requireTemplateUse(tx, member, templateId, 'edit')
    await tx
      .updateTable('template')
      .set({ state: templateState })
      .where('tenant_id', '=', tenantId)
      .where('template_id', '=', templateId)
      .execute()
    return keepAnswer(tx, deps, member, null)
  })
}

/** Deletes a template that nothing was launched from; throws `template/used` for others. */
export const deleteTemplate: Handler<typeof template.deleteTemplate> = async (deps, member, { templateId }) => {
  const { tenantId } = member
  return deps.db.write(tenantId, async (tx) => {
    const head = await lockTemplate(tx, { tenantId, templateId })
    await requireTemplateUse(tx, member, templateId, 'edit')
    const batch = await tx
      .selectFrom('batch')
      .where('tenant_id', '=', tenantId)
      .where('template_id', '=', templateId)
      .select('batch_id')
      .executeTakeFirst()
    if (head.used_number > 0 || batch) throw new Refusal('template/used')
    for (const table of ['template_file', 'template_version', 'template'] as const) {
      await tx.deleteFrom(table).where('tenant_id', '=', tenantId).where('template_id', '=', templateId).execute()
    }
    return keepAnswer(tx, deps, member, null)
  })
}
