import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { membersByPhones } from './member-rows.ts'
import { sentTooOften, tooOften } from './send-invitation.ts'

/** Why somebody cannot be invited; `isThere` when it is because they are a member or invited already. */
export type InviteObstacle = { isThere: boolean; message: string }

/** What stands against inviting these phones, of those against which something does. */
export async function inviteObstacles(
  { now }: Pick<Deps, 'now'>,
  db: Db,
  tenantId: string,
  phones: readonly string[],
): Promise<Map<string, InviteObstacle>> {
  if (phones.length === 0) return new Map()
  const members = await membersByPhones(db, tenantId, phones)
  const open = await db
    .selectFrom('invitation')
    .where('tenant_id', '=', tenantId)
    .where('phone', 'in', [...phones])
    .where('state', '=', 'invited')
    .where('expires_at', '>', now())
    .select('phone')
    .execute()
  const overdone = await sentTooOften(db, tenantId, phones, now())
  return new Map([
    ...[...overdone].map((phone) => [phone, { isThere: false, message: tooOften }] as const),
    ...open.map(({ phone }) => [phone, invitedAlready] as const),
    ...members.map(({ phone, state }) => [phone, state === 'disabled' ? disabled : joined] as const),
  ])
}

const joined: InviteObstacle = { isThere: true, message: '该手机号已是企业成员' }
const invitedAlready: InviteObstacle = { isThere: true, message: '该手机号已邀请过，请在待加入中再次邀请' }
const disabled: InviteObstacle = {
  isThere: false,
  message: '该手机号对应的成员已停用，请在成员列表中启用',
}
