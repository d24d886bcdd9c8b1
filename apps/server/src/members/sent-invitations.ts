import type { members } from '@moqi/api/members'
import { maskPhone } from '@moqi/domain/identity/phone'
import { Refusal } from '@moqi/domain/refusal'
import { invitationAt, invitationLimits } from '@moqi/domain/spaces/invitation-reply'
import type { Handler } from '#src/platform/handlers.ts'
import type { Member } from '#src/platform/actor.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { changeCompany } from './change-company.ts'
import { roleName } from './groups.ts'
import { endInvitation, type InvitationRow } from './invitation-rows.ts'
import { invite, requireAuthenticated } from './invite-user.ts'
import { likeText, pageOf, readCursor } from '#src/platform/keyset.ts'
import { addMemberLog } from '#src/cores/identity/member-log.ts'
import { sendInvitation, sentTooOften, tooOften } from './send-invitation.ts'

/** Of each invited phone the newest invitation, unless it was accepted or cancelled; newest first. */
export const listInviteUser: Handler<typeof members.listInviteUser> = async (
  { db, now },
  { tenantId },
  { keyword, cursor, pageSize },
) => {
  const after = readCursor(cursor)
  const like = likeText(keyword)
  const { rows, total } = await db.read(tenantId, async (tenant) => {
    const listed = tenant
      .selectFrom('invitation as i')
      .where('i.tenant_id', '=', tenantId)
      .where('i.state', 'in', ['invited', 'expired', 'declined'])
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('invitation as later')
              .whereRef('later.tenant_id', '=', 'i.tenant_id')
              .whereRef('later.phone', '=', 'i.phone')
              .whereRef('later.invitation_id', '>', 'i.invitation_id')
              .select('later.phone'),
          ),
        ),
      )
      .$if(like !== null, (query) =>
        query.where((eb) => eb.or([eb('i.name', 'like', like ?? ''), eb('i.phone', 'like', like ?? '')])),
      )
    const counted = await listed.select(({ fn }) => fn.countAll<number>().as('number')).executeTakeFirstOrThrow()
    const page = await listed
      .leftJoin('company_role as r', (join) =>
        join.onRef('r.tenant_id', '=', 'i.tenant_id').onRef('r.role_id', '=', 'i.role_id'),
      )
      .leftJoin('department as d', (join) =>
        join.onRef('d.tenant_id', '=', 'i.tenant_id').onRef('d.department_id', '=', 'i.department_id'),
      )
      .$if(after !== null, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('i.created_at', 'i.invitation_id'), '<', tuple(after?.at ?? 0, after?.id ?? '')),
        ),
      )
      .orderBy('i.created_at', 'desc')
      .orderBy('i.invitation_id', 'desc')
      .limit(pageSize + 1)
      .selectAll('i')
      .select(['r.name as role_name', 'd.name as department_name'])
      .execute()
    return { rows: page, total: Number(counted.number) }
  })
  const { page, nextCursor } = pageOf(rows, pageSize, (row) => ({ at: row.created_at, id: row.invitation_id }))
  return {
    inviteArray: page.map((row) => ({
      invitationId: row.invitation_id,
      memberName: row.name,
      phone: maskPhone(row.phone),
      departmentName: row.department_name,
      roleName: roleName(false, row.role_name),
      inviteStatus: invitationAt(row.state, row.expires_at, now()),
      createTime: row.created_at,
      expireTime: row.expires_at,
    })),
    nextCursor,
    total,
  }
}

async function invitationOf(tx: Db, tenantId: string, invitationId: string, at: number): Promise<InvitationRow> {
  const found = isUuid(invitationId)
    ? await tx
        .selectFrom('invitation')
        .where('tenant_id', '=', tenantId)
        .where('invitation_id', '=', invitationId)
        .selectAll()
        .executeTakeFirst()
    : undefined
  if (!found) throw new Refusal('invitation/not-found')
  return { ...found, state: invitationAt(found.state, found.expires_at, at) }
}

/** Sends an invitation again, for another seven days; one that has expired or was declined is made anew. */
export const resendInvite: Handler<typeof members.resendInvite> = async (deps, member, { invitationId }) => {
  requireAuthenticated(member)
  const { tenantId } = member
  const expireTime = deps.now() + invitationLimits.lifeMs
  return changeCompany(deps, tenantId, async (tx) => {
    const row = await invitationOf(tx, tenantId, invitationId, deps.now())
    if (row.state === 'accepted' || row.state === 'cancelled') throw new Refusal('invitation/changed')
    if (row.state === 'invited') {
      await sendAgain(deps, tx, member, row)
    } else {
      const asked = { memberName: row.name, phone: row.phone, departmentId: row.department_id, roleId: row.role_id }
      const message = await invite(deps, tx, member, asked)
      if (message !== null) throw new Refusal('request/too-often', { message })
    }
    return keepAnswer(tx, deps, member, { expireTime })
  })
}

async function sendAgain(deps: Deps, tx: Db, member: Member, row: InvitationRow): Promise<void> {
  const { tenantId } = member
  const at = deps.now()
  const wait = (row.sent_at ?? 0) + invitationLimits.resendMs - at
  if (wait > 0) {
    const retryAfter = Math.ceil(wait / 1000)
    const message = `刚刚发送过邀请，请${Math.ceil(wait / 60_000)}分钟后再试`
    throw new Refusal('request/too-often', { retryAfter, message })
  }
  const overdone = await sentTooOften(tx, tenantId, [row.phone], at)
  if (overdone.has(row.phone)) throw new Refusal('request/too-often', { message: tooOften })
  await tx
    .updateTable('invitation')
    .set({ sends: row.sends + 1, sent_at: at, expires_at: at + invitationLimits.lifeMs })
    .where('tenant_id', '=', tenantId)
    .where('invitation_id', '=', row.invitation_id)
    .execute()
  await sendInvitation(deps, tx, member, row.phone)
  await addMemberLog(deps, tx, member, { tenantId, verb: 'resend', detail: `${row.name} ${maskPhone(row.phone)}` })
}

/** Takes an invitation back before it is answered. */
export const cancelInvite: Handler<typeof members.cancelInvite> = async (deps, member, { invitationId }) => {
  const { tenantId } = member
  return changeCompany(deps, tenantId, async (tx) => {
    const row = await invitationOf(tx, tenantId, invitationId, deps.now())
    await endInvitation(tx, row, 'cancel', deps.now())
    await addMemberLog(deps, tx, member, { tenantId, verb: 'cancel', detail: `${row.name} ${maskPhone(row.phone)}` })
    return keepAnswer(tx, deps, member, null)
  })
}
