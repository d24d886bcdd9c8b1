import type { GroupNews } from '@moqi/domain/groups/group-news'
import { setGroupHold } from '#src/cores/identity/entry-rule.ts'
import { addMemberLog } from '#src/cores/identity/member-log.ts'
import { administratorsOf } from '#src/cores/seal/tell-seal-changed.ts'
import type { Db } from '#src/platform/database/database.ts'
import { inTenant } from '#src/platform/database/transaction.ts'
import type { Deps } from '#src/platform/deps.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { companiesOf, groupOf, type GroupRow, lockGroup, pendingOf } from './group-store.ts'
import { endInvitation } from './invitations.ts'

/** Who does something in a group, in the name of which company. */
export type GroupActor = { accountId: string; nickName: string; address: string; tenantId: string; company: string }

/** What is told to the other side's administrators: whose they are, and what of which company. */
type Told = { tenantId: string; event: GroupNews; company: string; words?: string }

/** Tells the administrators of a company of a group what has come to pass in it; nobody of the own doing. */
export async function tellOfGroup(
  deps: Deps,
  tx: Db,
  who: Pick<GroupActor, 'accountId'>,
  group: Pick<GroupRow, 'name'>,
  { tenantId, event, company, words = '' }: Told,
): Promise<void> {
  const facts = { group: group.name, company, event, words }
  for (const accountId of await administratorsOf(tx, tenantId)) {
    if (accountId === who.accountId) continue
    await notify(deps, tx, { kind: 'groupChanged', to: { accountId, tenantId }, facts })
  }
}

type Line = Parameters<typeof addMemberLog>[3]

/**
 * Adds a line to the log of a company of the group. In another company's it names the company that acts, and not the
 * network address, which is no business of the other side.
 */
export async function logInGroup(deps: Deps, tx: Db, who: GroupActor, line: Line): Promise<void> {
  const isOwn = line.tenantId === who.tenantId
  const named = isOwn ? who : { accountId: who.accountId, nickName: `${who.nickName}（${who.company}）`, address: '' }
  await inTenant(tx, line.tenantId, () => addMemberLog(deps, tx, named, line))
}

/** Takes a company out of its group, whose rules hold it no more. Runs behind `lockGroup`. */
export async function takeOut(tx: Db, { group_id }: GroupRow, tenantId: string): Promise<void> {
  await tx.deleteFrom('group_company').where('tenant_id', '=', tenantId).where('group_id', '=', group_id).execute()
  await setGroupHold(tx, tenantId, null)
}

/** Has a company leave its group; the lead is told, and both sides' logs say so. Runs behind `lockGroup`. */
export async function leave(deps: Deps, tx: Db, who: GroupActor, group: GroupRow): Promise<void> {
  const { tenantId, company } = who
  await takeOut(tx, group, tenantId)
  await logInGroup(deps, tx, who, { tenantId, verb: 'leaveGroup', detail: group.name })
  await logInGroup(deps, tx, who, { tenantId: group.lead_tenant_id, verb: 'leaveGroup', detail: company })
  await tellOfGroup(deps, tx, who, group, { tenantId: group.lead_tenant_id, event: 'left', company })
}

/** Ends a group: its companies are out of it, and its invitations withdrawn; all are told. Runs behind `lockGroup`. */
export async function dissolve(deps: Deps, tx: Db, who: GroupActor, group: GroupRow): Promise<void> {
  const at = deps.now()
  for (const invitation of await pendingOf(tx, group.group_id)) {
    const { tenant_id: tenantId, name: company } = invitation
    await endInvitation(tx, { tenantId, invitationId: invitation.invitation_id, event: 'withdraw', at })
    await tellOfGroup(deps, tx, who, group, { tenantId, event: 'withdrawn', company })
  }
  for (const { tenant_id: tenantId, name: company } of await companiesOf(tx, group)) {
    await takeOut(tx, group, tenantId)
    await logInGroup(deps, tx, who, { tenantId, verb: 'dissolveGroup', detail: group.name })
    if (tenantId !== who.tenantId) await tellOfGroup(deps, tx, who, group, { tenantId, event: 'dissolved', company })
  }
  await tx.updateTable('company_group').set({ dissolved_at: at }).where('group_id', '=', group.group_id).execute()
}

/** Parts a company that is closed from its group: its own group is dissolved, another one left. */
export async function partFromGroup(deps: Deps, tx: Db, who: GroupActor): Promise<void> {
  const found = await groupOf(tx, who.tenantId)
  if (!found) return
  const group = await lockGroup(tx, found.group_id)
  if (group.lead_tenant_id === who.tenantId) await dissolve(deps, tx, who, group)
  else await leave(deps, tx, who, group)
}
