import {
  type TemplateAccess,
  type TemplateAsker,
  type TemplateUse,
  templateUseOf,
} from '@moqi/domain/templates/template-access'
import { Refusal } from '@moqi/domain/refusal'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import { isUuid } from '#src/platform/uuid.ts'

/** Who asks for a template, in the space it belongs to. */
type TemplateReader = Pick<Member, 'tenantId' | 'accountId'> & { space: Pick<Member['space'], 'isOwner'> }

/** The department somebody is in now. */
export async function askerOf(db: Db, { tenantId, accountId, space }: TemplateReader): Promise<TemplateAsker> {
  const own = await db
    .selectFrom('membership')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .select('department_id')
    .executeTakeFirst()
  return { isOwner: space.isOwner, departmentId: own?.department_id ?? null }
}

/** What departments may do with a template, with their names; in the order of these. */
export async function accessTo(
  db: Db,
  { tenantId, templateId }: { tenantId: string; templateId: string },
): Promise<(TemplateAccess & { departmentName: string | null })[]> {
  const rows = await db
    .selectFrom('template_access as t')
    .leftJoin('department as d', (join) =>
      join.onRef('d.tenant_id', '=', 't.tenant_id').onRef('d.department_id', '=', 't.department_id'),
    )
    .where('t.tenant_id', '=', tenantId)
    .where('t.template_id', '=', templateId)
    .orderBy('d.name', (order) => order.asc().nullsFirst())
    .select(['t.department_id', 't.may', 'd.name'])
    .execute()
  return rows.map(({ department_id, may, name }) => ({ departmentId: department_id, use: may, departmentName: name }))
}

/**
 * Whether somebody may do that with a template, in the connection of what is done. Throws `template/not-found` for one
 * that the department may not use, as for none, and `template/read-only` for one that it may not change.
 */
export async function requireTemplateUse(
  db: Db,
  reader: TemplateReader,
  templateId: string,
  use: TemplateUse,
): Promise<void> {
  if (!isUuid(templateId)) throw new Refusal('template/not-found')
  const access = await accessTo(db, { tenantId: reader.tenantId, templateId })
  if (access.length === 0) return
  const may = templateUseOf(access, await askerOf(db, reader))
  if (may === null) throw new Refusal('template/not-found')
  if (use === 'edit' && may !== 'edit') throw new Refusal('template/read-only')
}

/** Of the templates of a space those that somebody may use, for the `where` of a query on `template`. */
export const usableTemplates = (db: Db, reader: TemplateReader) =>
  db
    .selectFrom('template as own')
    .where('own.tenant_id', '=', reader.tenantId)
    .where(({ or, not, exists, selectFrom, eb }) => {
      const access = selectFrom('template_access as t')
        .whereRef('t.tenant_id', '=', 'own.tenant_id')
        .whereRef('t.template_id', '=', 'own.template_id')
      const department = selectFrom('membership as m')
        .where('m.tenant_id', '=', reader.tenantId)
        .where('m.account_id', '=', reader.accountId)
        .select('m.department_id')
      return or([
        eb.lit(reader.space.isOwner),
        not(exists(access.select('t.may'))),
        exists(
          access
            .where((line) => line.or([line('t.department_id', 'is', null), line('t.department_id', 'in', department)]))
            .select('t.may'),
        ),
      ])
    })
    .select('own.template_id')
