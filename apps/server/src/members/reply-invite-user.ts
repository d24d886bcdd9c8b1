import type { members } from '@moqi/api/members'
import { maskPhone } from '@moqi/domain/identity/phone'
import { Refusal } from '@moqi/domain/refusal'
import { replyOutcome } from '@moqi/domain/spaces/invitation-reply'
import type { Handler } from '#src/platform/handlers.ts'
import type { Person } from '#src/platform/actor.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Db } from '#src/platform/database/database.ts'
import { lockPhones } from '#src/platform/database/phone-lock.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { changeCompany } from './change-company.ts'
import { endInvitation, type InvitationRow, newestInvitation } from './invitation-rows.ts'
import { findCompany } from './invite-info.ts'
import { addMemberLog } from '#src/cores/identity/member-log.ts'
import { memberByPhone } from './member-rows.ts'
import { bindProvisioned } from './provisioned/provisioned-rows.ts'

/**
 * Agrees or disagrees to a company's invitation (checklist C35, S25). Agreeing needs one's own real name and makes an
 * operator; disagreeing ends this invitation and touches nothing of the company. A repeat, also at the same moment in
 * another tab, gets the first one's answer and has no effect.
 */
export const replyInviteUser: Handler<typeof members.replyInviteUser> = async (
  deps,
  person,
  { companyId, replyFlag },
) => {
  const company = await deps.db.directory((directory) => findCompany(directory, companyId))
  if (!company) throw new Refusal('invitation/not-found')
  const { tenantId } = company
  return changeCompany(deps, tenantId, async (tx) => {
    const invitation = await newestInvitation(tx, { tenantId, phone: person.phone }, deps.now())
    const known = await memberByPhone(tx, tenantId, person.phone)
    const outcome = replyOutcome(replyFlag, known?.state ?? 'none', invitation?.state ?? null)
    if ('refuses' in outcome) {
      if (outcome.refuses === null) throw new Refusal('invitation/not-found')
      throw new Refusal('invitation/ended', { message: outcome.refuses })
    }
    if (outcome.does === 'join' && invitation) await join(deps, tx, person, invitation)
    if (outcome.does === 'decline' && invitation) await decline(deps, tx, person, invitation)
    return keepAnswer(tx, deps, person, { tenantId: replyFlag === 'agree' ? tenantId : null })
  })
}

async function join(deps: Deps, tx: Db, person: Person, invitation: InvitationRow): Promise<void> {
  const { tenant_id: tenantId } = invitation
  const own = person.spaces.find(({ kind }) => kind === 'person')
  if (own?.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  // A contract sent to this phone for the company either finds the member from now on or waits and is claimed.
  await lockPhones(tx, [person.phone])
  await endInvitation(tx, invitation, 'accept', deps.now())
  await tx
    .insertInto('membership')
    .values({
      tenant_id: tenantId,
      account_id: person.accountId,
      is_owner: false,
      name: own.name,
      department_id: invitation.department_id,
      role_id: invitation.role_id,
      role_since: deps.now(),
      role_giver: await inviterName(tx, invitation),
      created_at: deps.now(),
    })
    .execute()
  await bindProvisioned(tx, { tenantId, phone: person.phone, accountId: person.accountId }, deps.now())
  await enqueue(tx, 'claimEntries', { accountId: person.accountId })
  const detail = `${own.name} ${maskPhone(person.phone)}`
  await addMemberLog(deps, tx, person, { tenantId, verb: 'join', detail })
}

async function inviterName(tx: Db, { inviter_account_id }: InvitationRow): Promise<string | null> {
  const inviter = await tx
    .selectFrom('account')
    .where('account_id', '=', inviter_account_id)
    .select('nick_name')
    .executeTakeFirst()
  return inviter?.nick_name ?? null
}

async function decline(deps: Deps, tx: Db, person: Person, invitation: InvitationRow): Promise<void> {
  await endInvitation(tx, invitation, 'decline', deps.now())
  const detail = `${invitation.name} ${maskPhone(person.phone)}`
  await addMemberLog(deps, tx, person, { tenantId: invitation.tenant_id, verb: 'decline', detail })
}
