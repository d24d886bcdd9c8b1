import { type InvitationEvent, invitationLifecycle } from '@moqi/domain/spaces/invitation-lifecycle'
import { invitationAt } from '@moqi/domain/spaces/invitation-reply'
import type { Selectable } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'

/** An invitation as it is kept, in the company's tenant. */
export type InvitationRow = Selectable<Schema['invitation']>

/** How many invitations of a company wait for an answer, of a department when one is given. */
export async function openInvitations(
  db: Db,
  tenantId: string,
  at: number,
  { departmentId }: { departmentId?: string } = {},
): Promise<number> {
  const found = await db
    .selectFrom('invitation')
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'invited')
    .where('expires_at', '>', at)
    .$if(departmentId !== undefined, (query) => query.where('department_id', '=', departmentId ?? null))
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  return Number(found.number)
}

/** The newest invitation of a company to a phone, as it stands at `at`. */
export async function newestInvitation(
  db: Db,
  { tenantId, phone }: { tenantId: string; phone: string },
  at: number,
): Promise<InvitationRow | null> {
  const found = await db
    .selectFrom('invitation')
    .where('tenant_id', '=', tenantId)
    .where('phone', '=', phone)
    .orderBy('created_at', 'desc')
    .orderBy('invitation_id', 'desc')
    .limit(1)
    .selectAll()
    .executeTakeFirst()
  return found ? { ...found, state: invitationAt(found.state, found.expires_at, at) } : null
}

/** Writes an invitation's answer, or its end. Throws `invitation/changed` when it has had one before. */
export async function endInvitation(
  tx: Db,
  { tenant_id, invitation_id, state }: Pick<InvitationRow, 'tenant_id' | 'invitation_id' | 'state'>,
  event: InvitationEvent,
  at: number,
): Promise<void> {
  await tx
    .updateTable('invitation')
    .set({ state: invitationLifecycle.after(state, event), answered_at: at })
    .where('tenant_id', '=', tenant_id)
    .where('invitation_id', '=', invitation_id)
    .execute()
}

/** Writes down that a phone's invitations which nobody answered in time are over. */
export async function expireInvitations(
  tx: Db,
  { tenantId, phone }: { tenantId: string; phone: string },
  at: number,
): Promise<void> {
  await tx
    .updateTable('invitation')
    .set({ state: invitationLifecycle.after('invited', 'expire') })
    .where('tenant_id', '=', tenantId)
    .where('phone', '=', phone)
    .where('state', '=', 'invited')
    .where('expires_at', '<=', at)
    .execute()
}
