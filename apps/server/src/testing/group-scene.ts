import { checkCreditCode } from '@moqi/domain/identity/company'
import type { MemberLogEvent } from '@moqi/domain/spaces/member-log-verbs'
import { createSpace } from '#src/cores/identity/create-space.ts'
import { sessionHashOf } from '#src/cores/identity/session.ts'
import { newcomer, type Player, player } from './contract-scene.ts'
import { jiahe, yunqi } from './demo-cast.ts'
import type { TestServer } from './test-server.ts'

/** A company as its own administrator acts in it, with what it is invited by. */
export type CompanyPlayer = Player & { companyName: string; creditCode: string }

/** A credit code whose check character is right, of any eight digits. */
function creditCodeOf(digits: string): string {
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

/** Has the demo's first company lead a group that has invited another company, which leads one that has invited it. */
export async function arrangedGroup(
  server: TestServer,
  lead: Player,
): Promise<Record<'groupId' | 'sentId' | 'receivedId', string>> {
  const third = await furtherCompany(server, { phone: '13900000305', name: '唐三藏', companyName: '长安取经有限公司' })
  const groupId = await founded(server, lead)
  await founded(server, third, '取经集团')
  const own = { ...lead, companyName: yunqi, creditCode: '91330106MA2KQYT75D' }
  return {
    groupId,
    sentId: await invitedInto(server, lead, third),
    receivedId: await invitedInto(server, third, own),
  }
}

/** Who takes part in tests of groups: the demo's two administrators, and two of companies that are new. */
export type GroupCast = { jing: Player; operator: Player; wang: Player } & Record<
  'chen' | 'third' | 'fourth',
  CompanyPlayer
>

/** The demo's people, signed in anew. */
async function demoCast(server: TestServer): Promise<Omit<GroupCast, 'third' | 'fourth'>> {
  return {
    jing: await player(server, '13800000002', 'company'),
    operator: await player(server, '13800000003', 'company'),
    wang: await player(server, '13800000001', 'person'),
    chen: {
      ...(await player(server, '13800000004', 'company')),
      companyName: jiahe,
      creditCode: '91310115MA1FJHW65K',
    },
  }
}

/** The cast of a new server. */
export async function groupCast(server: TestServer): Promise<GroupCast> {
  const third = { phone: '13900000401', name: '孙悟空', companyName: '杭州云启智能装备有限公司' }
  const fourth = { phone: '13900000402', name: '猪八戒', companyName: '成都云启数字有限公司' }
  return {
    ...(await demoCast(server)),
    third: await furtherCompany(server, third),
    fourth: await furtherCompany(server, fourth),
  }
}

/** Everybody signed in at the server's present time, which may be much later. */
export async function castAgain(server: TestServer, { third, fourth }: GroupCast): Promise<GroupCast> {
  return { ...(await demoCast(server)), third: await awake(server, third), fourth: await awake(server, fourth) }
}

/** Whoever has no password signs in by code, of which there are so many a day, only when that is needed. */
async function awake(server: TestServer, who: CompanyPlayer): Promise<CompanyPlayer> {
  await used(server, who)
  const { code } = await server.call('getUserSpaceInfo', {}, { token: who.token })
  return code === 200 ? who : { ...who, token: (await newcomer(server, who.phone)).token }
}

/** As if the session had been used just now, so that it does not end by itself. */
export async function used({ deps }: TestServer, { token }: Player): Promise<void> {
  await deps.db.directory((directory) =>
    directory
      .updateTable('session')
      .set({ seen_at: deps.now() })
      .where('token_hash', '=', sessionHashOf(deps, token))
      .execute(),
  )
}

/** The lead's group, with these companies in it; answers its id. */
export async function groupWith(
  server: TestServer,
  lead: Player,
  companies: readonly CompanyPlayer[],
): Promise<string> {
  const groupId = await founded(server, lead)
  for (const one of companies) {
    const { code, message } = await agreed(server, one, await invitedInto(server, lead, one))
    if (code !== 200) throw new Error(message)
  }
  return groupId
}
