import {
  type GroupInvitationEvent,
  groupInvitationLifecycle,
  groupInvitationTimes,
} from '@moqi/domain/groups/group-invitation'
import { Refusal } from '@moqi/domain/refusal'
import type { Db } from '#src/platform/database/database.ts'

const { initial, after } = groupInvitationLifecycle

type Which = { tenantId: string; invitationId: string }

/** Ends a pending invitation, whichever way. Throws `group/invitation-over` for one that has ended. */
export async function endInvitation(
  tx: Db,
  { tenantId, invitationId, event, at }: Which & { event: GroupInvitationEvent; at: number },
): Promise<void> {
  const done = await tx
    .updateTable('group_invitation')
    .set({ state: after(initial, event), ended_at: at })
    .where('tenant_id', '=', tenantId)
    .where('invitation_id', '=', invitationId)
    .where('state', '=', initial)
    .returning('invitation_id')
    .executeTakeFirst()
  if (!done) throw new Refusal('group/invitation-over')
}

/** When an invitation was urged, ms. */
export async function noteUrged(tx: Db, { tenantId, invitationId, at }: Which & { at: number }): Promise<void> {
  await tx
    .updateTable('group_invitation')
    .set({ urged_at: at })
    .where('tenant_id', '=', tenantId)
    .where('invitation_id', '=', invitationId)
    .execute()
}

type Invited = Which & { groupId: string; accountId: string; who: string; at: number }

/** Invites a company into a group; one that has lapsed makes room. Throws `group/invitation-pending`. */
export async function putInvitation(
  tx: Db,
  { tenantId, invitationId, groupId, accountId, who, at }: Invited,
): Promise<void> {
  await tx
    .updateTable('group_invitation')
    .set({ state: after(initial, 'lapse'), ended_at: at })
    .where('tenant_id', '=', tenantId)
    .where('group_id', '=', groupId)
    .where('state', '=', initial)
    .where('expires_at', '<=', at)
    .execute()
  const done = await tx
    .insertInto('group_invitation')
    .values({
      tenant_id: tenantId,
      invitation_id: invitationId,
      group_id: groupId,
      state: initial,
      account_id: accountId,
      who,
      sent_at: at,
      expires_at: at + groupInvitationTimes.lastsMs,
      urged_at: null,
      ended_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('invitation_id')
    .executeTakeFirst()
  if (!done) throw new Refusal('group/invitation-pending')
}
