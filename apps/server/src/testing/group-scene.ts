import { checkCreditCode } from '@moqi/domain/identity/company'
import type { MemberLogEvent } from '@moqi/domain/spaces/member-log-verbs'
import { createSpace } from '#src/cores/identity/create-space.ts'
import { newcomer, type Player } from './contract-scene.ts'
import type { TestServer } from './test-server.ts'

/** A company as its own administrator acts in it, with what it is invited by. */
export type CompanyPlayer = Player & { companyName: string; creditCode: string }

/** A credit code whose check character is right, of any eight digits. */
export function creditCodeOf(digits: string): string {
  const body = `91330106MA${digits.slice(0, 7)}`
  for (const last of '0123456789ABCDEFGHJKLMNPQRTUWXY') {
    const checked = checkCreditCode(body + last)
    if (checked.ok) return checked.value
  }
  throw new Error(`${body} has no check character`)
}

/** A company that is authenticated, with an administrator who is new as well. */
export async function furtherCompany(
  server: TestServer,
  { phone, name, companyName }: { phone: string; name: string; companyName: string },
): Promise<CompanyPlayer> {
  const person = await newcomer(server, phone, name)
  const creditCode = creditCodeOf(phone.slice(-7))
  const { deps } = server
  const tenantId = await deps.db.directoryWrite(async (tx) => {
    const { account_id: accountId } = await tx
      .selectFrom('account')
      .where('phone', '=', phone)
      .select('account_id')
      .executeTakeFirstOrThrow()
    const made = await createSpace(deps, tx, accountId, { kind: 'company', name: companyName })
    await tx
      .updateTable('space')
      .set({ credit_code: creditCode, auth_status: 'passAuth' })
      .where('tenant_id', '=', made)
      .execute()
    return made
  })
  return { ...person, tenantId, companyName, creditCode }
}

/** Founds a group that the player's company leads; answers its id. */
export async function founded(server: TestServer, lead: Player, groupName = '云启集团'): Promise<string> {
  const { code, data, message } = await server.call('foundGroup', { groupName }, lead)
  if (code !== 200) throw new Error(message)
  return data.groupId
}

/** Invites a company into the player's group; answers the invitation's id. */
export async function invitedInto(server: TestServer, lead: Player, company: CompanyPlayer): Promise<string> {
  const { companyName, creditCode } = company
  const { code, data, message } = await server.call('inviteCompany', { companyName, creditCode }, lead)
  if (code !== 200) throw new Error(message)
  return data.invitationId
}

/** Agrees to an invitation, with the rules as they are. */
export async function agreed(server: TestServer, who: Player, invitationId: string) {
  const { data } = await server.call('getGroup', {}, who)
  const version = data.invitationArray.find((one) => one.invitationId === invitationId)?.version ?? 0
  return server.call('answerGroupInvitation', { invitationId, answer: 'agree', version }, who)
}

/** How many lines of that verb the log of the player's company has. */
export const groupLines =
  (server: TestServer, { tenantId }: Player, verb: MemberLogEvent) =>
  async (): Promise<number> => {
    const lines = await server.deps.db.read(tenantId, (tenant) =>
      tenant
        .selectFrom('member_log')
        .where('tenant_id', '=', tenantId)
        .where('verb', '=', verb)
        .select('log_id')
        .execute(),
    )
    return lines.length
  }

/** Ends the group that the player's company is in, if any. */
export async function ungrouped(server: TestServer, who: Player): Promise<void> {
  const { data } = await server.call('getGroup', {}, who)
  const { group } = data
  if (!group) return
  await server.call(group.isLead === 1 ? 'dissolveGroup' : 'leaveGroup', { groupId: group.groupId }, who)
}
