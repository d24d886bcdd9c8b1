import type { Output } from '@moqi/api/call'
import type { members } from '@moqi/api/members'
import type { Invite, Transfer } from '@moqi/api/membership'
import type { Person } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import { inviteOf } from './invite-info.ts'
import { transfersOf, wireTransfer } from './transfer-rows.ts'

/** What waits for the account's answer: invitations to its phone, newest first, and administrations handed to it. */
export async function listInvite(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  person: Person,
): Promise<Output<typeof members.listInvite>> {
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
  const transferArray: Transfer[] = transfers.map(wireTransfer)
  return { inviteArray, transferArray }
}
