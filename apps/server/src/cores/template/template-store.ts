import { batchColumns, type OwnSide } from '@moqi/domain/templates/batch-sheet'
import { templateFaults, type TemplateContent } from '@moqi/domain/templates/template-rules'
import { Refusal } from '@moqi/domain/refusal'
import type { Selectable } from 'kysely'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { StoredTemplate } from '#src/platform/database/template-tables.ts'
import { isUuid } from '#src/platform/uuid.ts'

/** What all versions of a template share, as it is kept. */
export type TemplateHeadRow = Selectable<Schema['template']>
/** One version of a template, with its files in order as they are kept. */
export type LoadedTemplate = {
  head: TemplateHeadRow
  version: number
  content: StoredTemplate
  files: TemplateFileRow[]
}
type TemplateFileRow = Pick<
  Selectable<Schema['file']>,
  'file_id' | 'name' | 'page_count' | 'kept_size' | 'kept_sha256' | 'pages' | 'fields' | 'source_kind'
>
type Place = { tenantId: string; templateId: string }

/** A template of the space; throws `template/not-found`. */
async function requireTemplate(db: Db, { tenantId, templateId }: Place): Promise<TemplateHeadRow> {
  const found = isUuid(templateId) ? await headAt(db, { tenantId, templateId }).executeTakeFirst() : undefined
  if (!found) throw new Refusal('template/not-found')
  return found
}

/** The same, held until the transaction ends. */
export async function lockTemplate(tx: Db, { tenantId, templateId }: Place): Promise<TemplateHeadRow> {
  const found = isUuid(templateId)
    ? await headAt(tx, { tenantId, templateId }).forUpdate().executeTakeFirst()
    : undefined
  if (!found) throw new Refusal('template/not-found')
  return found
}

const headAt = (db: Db, { tenantId, templateId }: Place) =>
  db.selectFrom('template').where('tenant_id', '=', tenantId).where('template_id', '=', templateId).selectAll()

/** One version of a template, the newest unless asked for another. Throws `template/not-found`. */
export async function loadTemplate(db: Db, place: Place, asked?: number): Promise<LoadedTemplate> {
  const head = await requireTemplate(db, place)
  const version = asked ?? head.version
  const found = await db
    .selectFrom('template_version')
    .where('tenant_id', '=', place.tenantId)
    .where('template_id', '=', place.templateId)
    .where('version', '=', version)
    .select('content')
    .executeTakeFirst()
  if (!found) throw new Refusal('template/not-found')
  return { head, version, content: found.content, files: await filesOf(db, place.tenantId, found.content.fileIds) }
}

/** The template as it may be launched from; throws what keeps it from that. */
export async function launchable(db: Db, place: Place, asked?: number): Promise<LoadedTemplate> {
  const loaded = await loadTemplate(db, place, asked)
  if (loaded.head.state !== 'enabled') throw new Refusal('template/disabled')
  const [fault] = templateFaults(contentOf(loaded))
  if (fault) throw new Refusal('template/incomplete', { message: `模板还没有设置完整：${fault.message}` })
  return loaded
}

async function filesOf(db: Db, tenantId: string, fileIds: readonly string[]): Promise<TemplateFileRow[]> {
  if (fileIds.length === 0) return []
  const rows = await db
    .selectFrom('file')
    .where('tenant_id', '=', tenantId)
    .where('file_id', 'in', fileIds)
    .select(['file_id', 'name', 'page_count', 'kept_size', 'kept_sha256', 'pages', 'fields', 'source_kind'])
    .execute()
  return fileIds.flatMap((fileId) => rows.filter(({ file_id }) => file_id === fileId))
}

/** What the rules need of a template. */
export function contentOf({ content, files }: Pick<LoadedTemplate, 'content' | 'files'>): TemplateContent {
  return {
    subject: content.subject,
    remark: content.remark,
    deadlineDays: content.deadlineDays,
    files: files.map(({ file_id, kept_size, pages, fields }) => ({
      fileId: file_id,
      fileSize: kept_size,
      pages,
      fields: fields ?? undefined,
    })),
    roles: content.roles,
    areas: content.areas,
  }
}

/** What a launch from the template has to be told. */
export const columnsOf = (content: StoredTemplate) => batchColumns(content.roles, content.areas)

/** The launching side as it stands in the contracts: the real name where there is one. */
export function ownSideOf({
  spaces,
  space,
  nickName,
  phone,
}: Pick<Member, 'spaces' | 'space' | 'nickName' | 'phone'>): OwnSide {
  const person = spaces.find(({ kind, authStatus }) => kind === 'person' && authStatus === 'passAuth')
  return { name: person?.name || nickName, phone, companyName: space.kind === 'company' ? space.name : '' }
}
