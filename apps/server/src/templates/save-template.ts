import type { Input } from '@moqi/api/call'
import type { template } from '@moqi/api/template'
import { areaOf } from '@moqi/api/wire/area'
import { roleOf } from '@moqi/api/wire/party'
import { senderNo, templateFaults, templateLimits, templateNameFaults } from '@moqi/domain/templates/template-rules'
import { Refusal } from '@moqi/domain/refusal'
import { sql } from 'kysely'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { StoredTemplate } from '#src/platform/database/template-tables.ts'
import type { Deps } from '#src/platform/deps.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { checkArea, filed } from '#src/cores/contract/place-areas.ts'
import { requireTemplateUse } from '#src/cores/template/template-access.ts'
import { contentOf, loadTemplate, lockTemplate, type TemplateHeadRow } from '#src/cores/template/template-store.ts'

type Save = typeof template.saveTemplate

/** Makes a template, or writes its next version; incomplete ones are kept as they are (checklist R26). */
export const saveTemplate: Handler<Save> = async (deps, member, input) => {
  const { templateId, version, templateName } = input
  const written = writtenOf(input)
  if (member.space.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  checkHead(templateName, written, member)
  return deps.db.write(member.tenantId, async (tx) => {
    const place = { tenantId: member.tenantId, templateId: templateId ?? deps.newId() }
    if (!templateId) {
      const head = await insertTemplate(deps, tx, place, templateName)
      await checkFiles(tx, place, member.accountId, written.fileIds)
      await putVersion(deps, tx, member, { head, name: templateName, content: { ...written, areas: [] } })
      return keepAnswer(tx, deps, member, { templateId: place.templateId, version: 1 })
    }
    const head = await lockTemplate(tx, place)
    await requireTemplateUse(tx, member, templateId, 'edit')
    if (head.version !== version) throw new Refusal('template/stale')
    await checkFiles(tx, place, member.accountId, written.fileIds)
    const { content: before } = await loadTemplate(tx, place)
    const content = { ...written, areas: placesLeft(before.areas, written) }
    const next = await putVersion(deps, tx, member, { head, name: templateName, content })
    return keepAnswer(tx, deps, member, { templateId, version: next.version })
  })
}

/** Writes a version with other places. */
export const saveTemplateLocation: Handler<typeof template.saveTemplateLocation> = async (deps, member, input) => {
  const place = { tenantId: member.tenantId, templateId: input.templateId }
  return deps.db.write(member.tenantId, async (tx) => {
    const head = await lockTemplate(tx, place)
    await requireTemplateUse(tx, member, input.templateId, 'edit')
    if (head.version !== input.version) throw new Refusal('template/stale')
    const { content: before } = await loadTemplate(tx, place)
    const companies = new Set(before.roles.filter(({ isCompany }) => isCompany).map(({ partyNo }) => partyNo))
    const placed = input.positionArray.map(areaOf)
    const ids = placed.map(({ areaId }) => areaId)
    if (new Set(ids).size !== ids.length) throw faulty('areas', '签署位置编号重复')
    for (const area of placed) checkArea(area, companies)
    const areas = placesLeft(placed, before)
    if (areas.length !== placed.length) throw faulty('areas', '签署位置没有对应的签署方')
    const content = { ...before, areas: areas.map(filed) }
    const { version, ready } = await putVersion(deps, tx, member, { head, name: head.name, content })
    return keepAnswer(tx, deps, member, { version, ready: ready ? 1 : 0 })
  })
}

/** A template as it was sent but for its name and places. */
const writtenOf = (sent: Input<Save>): Omit<StoredTemplate, 'areas'> => ({
  subject: sent.taskName,
  remark: sent.remark,
  deadlineDays: sent.deadlineDays,
  signOrderType: sent.signOrderType,
  fileIds: sent.fileIdArray,
  roles: sent.roleArray.map(roleOf),
})

const faulty = (field: string, message: string) => new Refusal('field/invalid', { field, message })

function checkHead(name: string, { roles }: Pick<StoredTemplate, 'roles'>, member: Member): void {
  const [fault] = templateNameFaults(name)
  if (fault) throw faulty(fault.field, fault.message)
  const numbers = roles.map(({ partyNo }) => partyNo)
  if (new Set(numbers).size !== numbers.length) throw faulty('roles', '签署方编号重复')
  if (roles.some(({ own, isCompany }) => own && isCompany !== (member.space.kind === 'company'))) {
    throw faulty('roles', '我方的签署角色与当前空间不一致，请重新添加')
  }
}

/** Places of files and roles that are no more go with them. */
function placesLeft<P extends { fileId: string; partyNo: number }>(
  areas: readonly P[],
  { fileIds, roles }: Pick<StoredTemplate, 'fileIds' | 'roles'>,
): P[] {
  const numbers = new Set([senderNo, ...roles.map(({ partyNo }) => partyNo)])
  return areas.filter(({ fileId, partyNo }) => fileIds.includes(fileId) && numbers.has(partyNo))
}

type Place = { tenantId: string; templateId: string }

async function insertTemplate(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  place: Place,
  name: string,
): Promise<TemplateHeadRow> {
  const { number } = await tx
    .selectFrom('template')
    .where('tenant_id', '=', place.tenantId)
    .select((eb) => eb.fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  if (number >= templateLimits.perSpace) {
    throw faulty('templateName', `模板不能超过${templateLimits.perSpace}个，请删除不用的模板后再新建`)
  }
  const head: TemplateHeadRow = {
    tenant_id: place.tenantId,
    template_id: place.templateId,
    name,
    version: 0,
    state: 'enabled',
    ready: false,
    used_number: 0,
    created_at: now(),
    changed_at: now(),
  }
  await tx.insertInto('template').values(head).execute()
  return head
}

/** Files are own uploads, or the template's already. */
async function checkFiles(tx: Db, place: Place, accountId: string, fileIds: string[]): Promise<void> {
  if (new Set(fileIds).size !== fileIds.length) throw faulty('files', '文件重复')
  if (fileIds.length === 0) return
  if (!fileIds.every(isUuid)) throw new Refusal('file/not-found')
  const already = tx
    .selectFrom('template_file')
    .where('tenant_id', '=', place.tenantId)
    .where('template_id', '=', place.templateId)
    .select('template_file.file_id')
  const found = await tx
    .selectFrom('file')
    .where('tenant_id', '=', place.tenantId)
    .where('file_id', 'in', fileIds)
    .where('usage', '=', 'contract')
    .where((file) => file.or([file('account_id', '=', accountId), file('file_id', 'in', already)]))
    .select('file_id')
    .forShare()
    .execute()
  if (found.length !== fileIds.length) throw new Refusal('file/not-found')
  await tx
    .insertInto('template_file')
    .values(fileIds.map((file_id) => ({ tenant_id: place.tenantId, template_id: place.templateId, file_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type NewVersion = { head: TemplateHeadRow; name: string; content: StoredTemplate }

/** Versions are never changed: whatever was launched from one stays explained by it. */
async function putVersion(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  member: Member,
  { head, name, content }: NewVersion,
): Promise<{ version: number; ready: boolean }> {
  const version = head.version + 1
  const key = { tenant_id: head.tenant_id, template_id: head.template_id }
  const value = sql<StoredTemplate>`${JSON.stringify(content)}::jsonb`
  await tx
    .insertInto('template_version')
    .values({ ...key, version, content: value, account_id: member.accountId, who: member.nickName, created_at: now() })
    .execute()
  const { files } = await loadTemplate(tx, { tenantId: head.tenant_id, templateId: head.template_id }, version)
  const ready = templateFaults(contentOf({ content, files })).length === 0
  await tx
    .updateTable('template')
    .set({ name, version, ready, changed_at: now() })
    .where('tenant_id', '=', key.tenant_id)
    .where('template_id', '=', key.template_id)
    .execute()
  return { version, ready }
}
