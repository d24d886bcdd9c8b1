import type { members } from '@moqi/api/members'
import type { Invite, AdministrationTransfer } from '@moqi/api/membership'
import { nullWhenRefused } from '@moqi/domain/refusal'
import { changeAccount } from '#src/cores/identity/change-account.ts'
import type { Handler } from '#src/platform/handlers.ts'
import type { Person } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import { getInviteInfo, inviteOf } from './invite-info.ts'
import { transfersOf, wireTransfer } from './administration-transfers.ts'

/** What waits for the account's answer: invitations to its phone, newest first, and administrations handed to it. */
export const listInvite: Handler<typeof members.listInvite> = async (deps, person) => {
  const { db, now } = deps
  await redeemRegistration(deps, person)
  const { waiting, transfers } = await db.directory(async (directory) => ({
    waiting: await directory
      .selectFrom('invitation as i')
      .innerJoin('space as s', 's.tenant_id', 'i.tenant_id')
      .where('i.phone', '=', person.phone)
      .where('i.state', '=', 'invited')
      .where('i.expires_at', '>', now())
      .orderBy('i.created_at', 'desc')
      .limit(50)
      .selectAll('i')
      .select(['s.company_id', 's.name as company_name'])
      .execute(),
    transfers: await transfersOf(directory, { toAccountId: person.accountId }),
  }))
  const inviteArray: Invite[] = []
  for (const { company_id, company_name, ...invitation } of waiting) {
    const tenantId = invitation.tenant_id
    const company = { tenantId, companyId: company_id ?? '', name: company_name }
    inviteArray.push(await db.read(tenantId, (tenant) => inviteOf(tenant, company, invitation)))
  }
  const transferArray: AdministrationTransfer[] = transfers.map(wireTransfer)
  return { inviteArray, transferArray }
}

/**
 * The code somebody registered with becomes an invitation of theirs, once; a code that has ended since is forgotten.
 */
async function redeemRegistration(deps: Deps, person: Person): Promise<void> {
  const own = await deps.db.directory((directory) =>
    directory
      .selectFrom('account')
      .where('account_id', '=', person.accountId)
      .select('invite_code')
      .executeTakeFirstOrThrow(),
  )
  if (own.invite_code === null) return
  await getInviteInfo(deps, person, { inviteCode: own.invite_code }).catch(nullWhenRefused)
  await deps.db.directory((directory) => changeAccount(directory, person.accountId, { invite_code: null }))
}
