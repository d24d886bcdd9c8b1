import { Refusal } from '@moqi/domain/refusal'
import type { GroupActor } from '#src/cores/group/end-group.ts'
import { groupOf, type GroupRow, lockGroupOf } from '#src/cores/group/group-store.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'

/** A member as the logs and notices of a group name who acts. */
export const actorOf = ({ accountId, nickName, address, tenantId, space }: Member): GroupActor => ({
  accountId,
  nickName,
  address,
  tenantId,
  company: space.name,
})

/** Throws `group/halted`, with the reason, for a company that may begin nothing with others as it stands. */
export function requireActive({ space }: Pick<Member, 'space'>): void {
  const why =
    (space.authStatus !== 'passAuth' && '本企业尚未完成认证或认证已失效，请先完成企业认证') ||
    (space.frozen !== null && '本企业已被平台冻结，暂时不能进行该操作') ||
    (space.closesAt !== null && '本企业正在注销，请先撤销注销')
  if (why) throw new Refusal('group/halted', { message: why })
}

/** Throws `group/lead-only` unless the group is led by the company. */
function requireLed(group: GroupRow, tenantId: string): GroupRow {
  if (group.lead_tenant_id !== tenantId) throw new Refusal('group/lead-only')
  return group
}

/** Locks the group that the member's company leads. Throws `group/not-found`, `group/lead-only`. */
export const lockLed = async (tx: Db, { tenantId }: Member): Promise<GroupRow> =>
  requireLed(await lockGroupOf(tx, tenantId), tenantId)

/** The group that the member's company leads, for reading. Throws `group/not-found`, `group/lead-only`. */
export async function groupLed(directory: Db, { tenantId }: Member): Promise<GroupRow> {
  const group = await groupOf(directory, tenantId)
  if (!group) throw new Refusal('group/not-found')
  return requireLed(group, tenantId)
}
