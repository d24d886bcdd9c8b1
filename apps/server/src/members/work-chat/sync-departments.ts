import { nullWhenRefused } from '@moqi/domain/refusal'
import { departmentNames } from '@moqi/domain/spaces/chat-sync'
import { putDepartment } from '#src/members/departments.ts'
import type { MemberChanger } from '#src/members/member-changer.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { ChatContacts } from '#src/platform/gateways/work-chat/work-chat.ts'

/**
 * Makes the departments that somebody of the book belongs to, takes those of the same name for them, and gives another
 * name to those that the book calls otherwise than before. None is deleted. Answers which one each is.
 */
export async function syncDepartments(
  deps: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  by: MemberChanger,
  { people, departments }: ChatContacts,
): Promise<Map<string, string>> {
  const { tenantId } = by
  const used = new Set(people.flatMap(({ active, departmentId }) => (active && departmentId ? [departmentId] : [])))
  const own = await tx
    .selectFrom('department')
    .where('tenant_id', '=', tenantId)
    .select(['department_id', 'name'])
    .execute()
  const before = await tx.selectFrom('chat_department').where('tenant_id', '=', tenantId).selectAll().execute()
  const living = new Set(own.map(({ department_id }) => department_id))
  const found = new Map<string, string>()
  for (const [chatId, name] of departmentNames(departments, used)) {
    const was = before.find((one) => one.chat_department_id === chatId && living.has(one.department_id))
    const isSame = was?.name === name
    const alike = was ? undefined : own.find((one) => one.name === name)?.department_id
    const departmentId =
      (isSame ? was.department_id : alike) ??
      (await putDepartment(deps, tx, by, { departmentId: was?.department_id, name }).catch(nullWhenRefused)) ??
      was?.department_id
    if (departmentId === undefined) continue
    found.set(chatId, departmentId)
    const kept = { department_id: departmentId, name }
    await tx
      .insertInto('chat_department')
      .values({ tenant_id: tenantId, chat_department_id: chatId, ...kept })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'chat_department_id']).doUpdateSet(kept))
      .execute()
  }
  return found
}
