import type { members } from '@moqi/api/members'
import type { Invite } from '@moqi/api/membership'
import { Refusal } from '@moqi/domain/refusal'
import { invitationLifecycle } from '@moqi/domain/spaces/invitation-lifecycle'
import { replyOutcome } from '@moqi/domain/spaces/invitation-reply'
import type { Handler } from '#src/platform/handlers.ts'
import type { Person } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { changeCompany } from './change-company.ts'
import { departmentName, findRole, roleName } from './groups.ts'
import { expireInvitations, type InvitationRow, newestInvitation } from './invitation-rows.ts'
import { linkHash } from './invitation-link.ts'
import { memberByPhone } from './member-rows.ts'

/** A company as the invited person gets to know it. */
export type Company = { tenantId: string; companyId: string; name: string }

/** The company of that id; null when there is none. Directory tables only. */
export async function findCompany(db: Db, companyId: string): Promise<Company | null> {
  if (!isUuid(companyId)) return null
  const found = await db
    .selectFrom('space')
    .where('company_id', '=', companyId)
    .select(['tenant_id', 'name'])
    .executeTakeFirst()
  return found ? { tenantId: found.tenant_id, companyId, name: found.name } : null
}

/**
 * The invitation of a company to the account's own phone, or the one a link's code stands for (checklist C93). A code
 * binds to the phone: from then on the invitation is found without it. Who was not invited is told of none.
 */
export const getInviteInfo: Handler<typeof members.getInviteInfo> = async (deps, person, input) => {
  if (input.inviteCode) return byCode(deps, person, input.inviteCode)
  if (!input.companyId) throw new Refusal('request/invalid')
  const { companyId } = input
  const company = await deps.db.directory((directory) => findCompany(directory, companyId))
  if (!company) throw new Refusal('invitation/not-found')
  return deps.db.read(company.tenantId, (tenant) => standing(deps, tenant, person, company))
}

async function standing(deps: Pick<Deps, 'now'>, db: Db, person: Person, company: Company): Promise<Invite> {
  const { tenantId } = company
  const invitation = await newestInvitation(db, { tenantId, phone: person.phone }, deps.now())
  const known = await memberByPhone(db, tenantId, person.phone)
  const outcome = replyOutcome('agree', known?.state ?? 'none', invitation?.state ?? null)
  // A member who was never invited (the founder) has no invitation to look at.
  if (!invitation) throw new Refusal('invitation/not-found')
  if ('does' in outcome) return inviteOf(db, company, invitation)
  if (outcome.refuses === null) throw new Refusal('invitation/not-found')
  throw new Refusal('invitation/ended', { message: outcome.refuses })
}

/** An invitation as it travels. Read in the company's tenant. */
export async function inviteOf(db: Db, company: Company, invitation: InvitationRow): Promise<Invite> {
  const { tenantId } = company
  const inviter = await db
    .selectFrom('account')
    .where('account_id', '=', invitation.inviter_account_id)
    .select('nick_name')
    .executeTakeFirstOrThrow()
  const role = invitation.role_id === null ? null : await findRole(db, tenantId, invitation.role_id)
  return {
    companyId: company.companyId,
    companyName: company.name,
    adminName: inviter.nick_name,
    expireTime: invitation.expires_at,
    departmentName: await departmentName(db, tenantId, invitation.department_id),
    roleName: roleName(false, role?.name ?? null),
    inviteStatus: invitation.state,
  }
}

async function byCode(deps: Deps, person: Person, code: string): Promise<Invite> {
  const found = await deps.db.directory((directory) =>
    directory
      .selectFrom('invitation_link as l')
      .innerJoin('space as s', 's.tenant_id', 'l.tenant_id')
      .where('l.code_hash', '=', linkHash(deps, code))
      .where('l.expires_at', '>', deps.now())
      .select(['s.tenant_id', 's.company_id', 's.name'])
      .executeTakeFirst(),
  )
  if (!found?.company_id) throw new Refusal('invitation/not-found')
  const company = { tenantId: found.tenant_id, companyId: found.company_id, name: found.name }
  return changeCompany(deps, company.tenantId, async (tx) => {
    await bind(deps, tx, person, company.tenantId, code)
    return standing(deps, tx, person, company)
  })
}

/** Makes the code the phone's own invitation, unless the person is a member or has one that waits already. */
async function bind(deps: Deps, tx: Db, { phone, nickName }: Person, tenantId: string, code: string): Promise<void> {
  if (await memberByPhone(tx, tenantId, phone)) return
  const before = await newestInvitation(tx, { tenantId, phone }, deps.now())
  if (before?.state === 'invited') return
  const link = await tx
    .selectFrom('invitation_link')
    .where('tenant_id', '=', tenantId)
    .where('code_hash', '=', linkHash(deps, code))
    .selectAll()
    .executeTakeFirst()
  if (!link) throw new Refusal('invitation/not-found')
  await expireInvitations(tx, { tenantId, phone }, deps.now())
  await tx
    .insertInto('invitation')
    .values({
      tenant_id: tenantId,
      invitation_id: deps.newId(),
      phone,
      name: nickName,
      department_id: link.department_id,
      role_id: link.role_id,
      state: invitationLifecycle.initial,
      inviter_account_id: link.inviter_account_id,
      link_hash: link.code_hash,
      sends: 0,
      sent_at: null,
      expires_at: link.expires_at,
      answered_at: null,
      created_at: deps.now(),
    })
    .execute()
}
