import type { members } from '@moqi/api/members'
import { invitationLifecycle } from '@moqi/domain/spaces/invitation-lifecycle'
import { invitationLimits } from '@moqi/domain/spaces/invitation-reply'
import type { Handler } from '#src/platform/handlers.ts'
import type { Member } from '#src/platform/actor.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { type Keyed, keyedHash } from '#src/platform/keys/keyed-hash.ts'
import { changeCompany } from './change-company.ts'
import { requireGroups } from './groups.ts'
import { requireAuthenticated } from './invite-user.ts'
import { addMemberLog } from '#src/cores/identity/member-log.ts'

/** How the database knows a link's code: neither a leaked table nor one that somebody writes invites anybody. */
export const linkHash = (keyed: Keyed, code: string): Buffer => keyedHash(keyed, 'invitation link token', [code])

/** Until when the company's link holds; null when it has none. */
export const getInviteLink: Handler<typeof members.getInviteLink> = async ({ db, now }, { tenantId }) => {
  const found = await db.directory((directory) =>
    directory
      .selectFrom('invitation_link')
      .where('tenant_id', '=', tenantId)
      .where('expires_at', '>', now())
      .select('expires_at')
      .executeTakeFirst(),
  )
  return { expireTime: found?.expires_at ?? null }
}

/** Makes the company's link, good for seven days (domain 4.5); the one before ends. The code is told this once. */
export const makeInviteLink: Handler<typeof members.makeInviteLink> = async (deps, member, input) => {
  requireAuthenticated(member)
  const { tenantId } = member
  return changeCompany(deps, tenantId, async (tx) => {
    const groups = await requireGroups(tx, tenantId, input)
    await endLink(deps, tx, tenantId)
    const inviteCode = deps.random(16).toString('base64url')
    const expireTime = deps.now() + invitationLimits.lifeMs
    await tx
      .insertInto('invitation_link')
      .values({
        tenant_id: tenantId,
        code_hash: linkHash(deps, inviteCode),
        department_id: groups.departmentId,
        role_id: groups.roleId,
        inviter_account_id: member.accountId,
        expires_at: expireTime,
        created_at: deps.now(),
      })
      .execute()
    await addMemberLog(deps, tx, member, { tenantId, verb: 'makeLink', detail: null })
    const inviteLink = `${deps.config.publicUrl}/home/register-type?inviteCode=${inviteCode}`
    return keepAnswer(tx, deps, member, { inviteCode, inviteLink, expireTime })
  })
}

/** Ends the company's link, and what was opened through it and not answered yet; without one it does nothing. */
export async function withdrawInviteLink(deps: Deps, member: Member): Promise<null> {
  const { tenantId } = member
  return changeCompany(deps, tenantId, async (tx) => {
    if (await endLink(deps, tx, tenantId)) {
      await addMemberLog(deps, tx, member, { tenantId, verb: 'withdrawLink', detail: null })
    }
    return keepAnswer(tx, deps, member, null)
  })
}

async function endLink({ now }: Pick<Deps, 'now'>, tx: Db, tenantId: string): Promise<boolean> {
  const ended = await tx
    .deleteFrom('invitation_link')
    .where('tenant_id', '=', tenantId)
    .returning('code_hash')
    .executeTakeFirst()
  if (!ended) return false
  await tx
    .updateTable('invitation')
    .set({ state: invitationLifecycle.after('invited', 'cancel'), answered_at: now() })
    .where('tenant_id', '=', tenantId)
    .where('link_hash', '=', ended.code_hash)
    .where('state', '=', 'invited')
    .execute()
  return true
}
