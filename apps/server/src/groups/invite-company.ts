import type { companyGroup } from '@moqi/api/company-group'
import { mayUrgeInvitation } from '@moqi/domain/groups/group-invitation'
import { groupLimits } from '@moqi/domain/groups/group-rules'
import { checkCompanyName, checkCreditCode } from '@moqi/domain/identity/company'
import { Refusal } from '@moqi/domain/refusal'
import { formatDate } from '@moqi/domain/time/format-date'
import { type GroupActor, logInGroup, tellOfGroup } from '#src/cores/group/end-group.ts'
import { companiesOf, type GroupRow, openInvitation, pendingOf } from '#src/cores/group/group-store.ts'
import { endInvitation, noteUrged, putInvitation } from '#src/cores/group/invitations.ts'
import { administratorsOf } from '#src/cores/seal/tell-seal-changed.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { actorOf, lockLed, requireActive } from './require-lead.ts'

type Calls = typeof companyGroup
type Company = { tenantId: string; name: string }

/** Invites a company into the group that the own one leads; its administrators are told. */
export const inviteCompany: Handler<Calls['inviteCompany']> = async (deps, member, input) => {
  const name = fieldOf('companyName', checkCompanyName(input.companyName))
  const creditCode = fieldOf('creditCode', checkCreditCode(input.creditCode))
  requireActive(member)
  const who = actorOf(member)
  return deps.db.write(member.tenantId, async (tx) => {
    const group = await lockLed(tx, member)
    const company = await certifiedCompany(tx, { name, creditCode })
    await requireRoom(deps, tx, group, company)
    const { accountId, nickName, tenantId: own } = who
    const at = deps.now()
    const invitationId = deps.newId()
    const { tenantId } = company
    await putInvitation(tx, { tenantId, invitationId, groupId: group.group_id, accountId, who: nickName, at })
    await logInGroup(deps, tx, who, { tenantId: own, verb: 'inviteToGroup', detail: company.name })
    await logInGroup(deps, tx, who, { tenantId, verb: 'inviteToGroup', detail: group.name })
    await tellInvited(deps, tx, who, { group, company, until: (await pending(tx, group, invitationId)).expires_at })
    return keepAnswer(tx, deps, member, { invitationId })
  })
}

/** An authenticated company by its name and code. Whether it is in a group already is none of who invites it. */
async function certifiedCompany(tx: Db, { name, creditCode }: { name: string; creditCode: string }): Promise<Company> {
  const found = await tx
    .selectFrom('space')
    .where('kind', '=', 'company')
    .where('credit_code', '=', creditCode)
    .where('name', '=', name)
    .where('auth_status', '=', 'passAuth')
    .select(['tenant_id', 'name'])
    .executeTakeFirst()
  if (!found) throw new Refusal('group/company-unknown')
  return { tenantId: found.tenant_id, name: found.name }
}

/** Throws `group/invitation-pending` for a company of the group, and `group/full`. */
async function requireRoom(deps: Deps, tx: Db, group: GroupRow, { tenantId }: Company): Promise<void> {
  const companies = await companiesOf(tx, group)
  if (companies.some((one) => one.tenant_id === tenantId))
    throw new Refusal('group/invitation-pending', { message: '该企业已在本集团中' })
  const at = deps.now()
  const invited = (await pendingOf(tx, group.group_id)).filter((one) => one.expires_at > at)
  if (companies.length + invited.length >= groupLimits.companies) throw new Refusal('group/full')
}

async function pending(tx: Db, { group_id }: GroupRow, invitationId: string) {
  const found = (await pendingOf(tx, group_id)).find((one) => one.invitation_id === invitationId)
  if (!found) throw new Refusal('group/not-found')
  return found
}

type Invited = { group: GroupRow; company: Company; until: number }

async function tellInvited(deps: Deps, tx: Db, who: GroupActor, { group, company, until }: Invited): Promise<void> {
  const { tenantId, name } = company
  const facts = { group: group.name, lead: who.company, company: name, date: formatDate(until, '{y}-{m}-{d}') }
  for (const accountId of await administratorsOf(tx, tenantId))
    await notify(deps, tx, { kind: 'groupInvited', to: { accountId, tenantId }, facts })
}

/** Reminds the invited company's administrators, at most once a day. */
export const urgeGroupInvitation: Handler<Calls['urgeGroupInvitation']> = async (deps, member, { invitationId }) => {
  requireActive(member)
  return deps.db.write(member.tenantId, async (tx) => {
    const { group, row, company } = await ownInvitation(deps, tx, member, invitationId)
    const at = deps.now()
    const { tenant_id: tenantId, expires_at: expiresAt, urged_at: urgedAt } = row
    if (!mayUrgeInvitation({ expiresAt, urgedAt }, at)) throw new Refusal('group/urged')
    await noteUrged(tx, { tenantId, invitationId, at })
    const who = actorOf(member)
    await logInGroup(deps, tx, who, {
      tenantId: member.tenantId,
      verb: 'urgeGroupInvitation',
      detail: company.name,
    })
    await tellInvited(deps, tx, who, { group, company, until: expiresAt })
    return keepAnswer(tx, deps, member, null)
  })
}

/** Takes an invitation back that nobody has answered. */
export const withdrawGroupInvitation: Handler<Calls['withdrawGroupInvitation']> = async (
  deps,
  member,
  { invitationId },
) =>
  deps.db.write(member.tenantId, async (tx) => {
    const { group, row, company } = await ownInvitation(deps, tx, member, invitationId)
    const { tenant_id: tenantId } = row
    const who = actorOf(member)
    await endInvitation(tx, { tenantId, invitationId, event: 'withdraw', at: deps.now() })
    const own = { tenantId: member.tenantId, verb: 'withdrawGroupInvitation', detail: company.name } as const
    await logInGroup(deps, tx, who, own)
    await logInGroup(deps, tx, who, { tenantId, verb: 'withdrawGroupInvitation', detail: group.name })
    await tellOfGroup(deps, tx, who, group, { tenantId, event: 'withdrawn', company: company.name })
    return keepAnswer(tx, deps, member, null)
  })

async function ownInvitation(deps: Deps, tx: Db, member: Parameters<typeof lockLed>[1], invitationId: string) {
  const group = await lockLed(tx, member)
  if (!isUuid(invitationId)) throw new Refusal('group/not-found')
  const row = await openInvitation(tx, { invitationId, groupId: group.group_id, at: deps.now() })
  const { name } = await pending(tx, group, invitationId)
  return { group, row, company: { tenantId: row.tenant_id, name } }
}
