import type { template } from '@moqi/api/template'
import { positionOf } from '@moqi/api/wire/area'
import { wireRole } from '@moqi/api/wire/party'
import { wireColumn } from '@moqi/api/wire/template'
import { type TemplateAsker, templateUseOf } from '@moqi/domain/templates/template-access'
import { isFillIn } from '@moqi/domain/contract/fill-in'
import type { Handler } from '#src/platform/handlers.ts'
import { likeText, pageOf, readCursor } from '#src/platform/keyset.ts'
import { shownFile } from '#src/cores/contract/contract-files.ts'
import { accessTo, askerOf, requireTemplateUse, usableTemplates } from '#src/cores/template/template-access.ts'
import { columnsOf, loadTemplate } from '#src/cores/template/template-store.ts'

/** The space's templates, those changed last first. */
export const listTemplates: Handler<typeof template.listTemplates> = async (
  { db },
  member,
  { keyword, cursor, pageSize },
) => {
  const { tenantId } = member
  const after = readCursor(cursor)
  const like = likeText(keyword)
  return db.read(tenantId, async (tenant) => {
    const all = tenant
      .selectFrom('template')
      .where('tenant_id', '=', tenantId)
      .where('template_id', 'in', usableTemplates(tenant, member))
      .$if(like !== null, (query) => query.where('name', 'ilike', like))
    const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const rows = await all
      .$if(after !== null, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('changed_at', 'template_id'), '<', tuple(after?.at ?? 0, after?.id ?? '')),
        ),
      )
      .select(['template_id', 'changed_at'])
      .orderBy('changed_at', 'desc')
      .orderBy('template_id', 'desc')
      .limit(pageSize + 1)
      .execute()
    const { page, nextCursor } = pageOf(rows, pageSize, (row) => ({ at: row.changed_at, id: row.template_id }))
    const asker = await askerOf(tenant, member)
    const templateArray = []
    for (const { template_id: templateId } of page) {
      const { head, version, content, files } = await loadTemplate(tenant, { tenantId, templateId })
      const [first] = files
      templateArray.push({
        templateId,
        templateName: head.name,
        version,
        templateState: head.state,
        ready: head.ready ? (1 as const) : (0 as const),
        roleNameArray: content.roles.map(({ roleName }) => roleName),
        fillInNumber: content.areas.filter(isFillIn).length,
        usedNumber: head.used_number,
        firstFile: first ? shownFile(first, { templateId }) : null,
        changeTime: head.changed_at,
        ...wireAccess(await accessTo(tenant, { tenantId, templateId }), asker),
      })
    }
    return { templateArray, nextCursor, total }
  })
}

/** One version of a template, to be edited or launched from. */
export const getTemplate: Handler<typeof template.getTemplate> = async (
  { db },
  member,
  { templateId, version: asked },
) =>
  db.read(member.tenantId, async (tenant) => {
    const { tenantId } = member
    await requireTemplateUse(tenant, member, templateId, 'use')
    const { head, version, content, files } = await loadTemplate(tenant, { tenantId, templateId }, asked)
    const versions = await tenant
      .selectFrom('template_version')
      .where('tenant_id', '=', tenantId)
      .where('template_id', '=', templateId)
      .select(['version', 'created_at', 'who'])
      .orderBy('version', 'desc')
      .limit(50)
      .execute()
    return {
      taskName: content.subject,
      remark: content.remark,
      deadlineDays: content.deadlineDays,
      signOrderType: content.signOrderType,
      roleArray: content.roles.map(wireRole),
      positionArray: content.areas.map(positionOf),
      templateId,
      templateName: head.name,
      version,
      templateState: head.state,
      ready: head.ready ? 1 : 0,
      fileArray: files.map((row) => shownFile(row, { templateId })),
      columnArray: columnsOf(content).map(wireColumn),
      versionArray: versions.map((row) => ({ version: row.version, time: row.created_at, who: row.who })),
      ...wireAccess(await accessTo(tenant, { tenantId, templateId }), await askerOf(tenant, member)),
    }
  })

/** Which departments may what, and whether the asker may change it. */
const wireAccess = (access: Awaited<ReturnType<typeof accessTo>>, asker: TemplateAsker) => ({
  mayEdit: templateUseOf(access, asker) === 'edit' ? (1 as const) : (0 as const),
  accessArray: access.map(({ departmentId, departmentName, use }) => ({
    departmentId,
    departmentName,
    templateUse: use,
  })),
})
