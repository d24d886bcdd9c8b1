import { codesSent } from './codes.ts'
import type { TestServer } from './test-server.ts'
import { newcomer, type Player } from './contract-scene.ts'
import { exported, ordered } from './export-scene.ts'
import { grantAsked, waitingGrant } from './grant-scene.ts'

/** The id of the company the player acts in. */
export async function companyIdOf(server: TestServer, who: Player): Promise<string> {
  const { data } = await server.call('getUserSpaceInfo', {}, who)
  return data.spaceInfoArray.find(({ tenantId }) => tenantId === who.tenantId)?.companyId ?? ''
}

/** Invites one person by phone. */
export async function invited(
  server: TestServer,
  owner: Player,
  who: { name: string; phone: string; departmentId?: string; roleId?: string },
) {
  const { name, phone, ...groups } = who
  return server.call('inviteUser', { inviteArray: [{ memberName: name, phone, ...groups }] }, owner)
}

/** Agrees to the company's invitation. */
export const agree = async (server: TestServer, who: Player, companyId: string) =>
  server.call('replyInviteUser', { companyId, replyFlag: 'agree' }, { token: who.token })

/** Somebody new and real-named who was invited and joined; acts in the company. */
export async function colleague(
  server: TestServer,
  owner: Player,
  who: { name: string; phone: string; departmentId?: string; roleId?: string },
): Promise<Player> {
  const asked = await invited(server, owner, who)
  if (asked.data.successNumber !== 1) throw new Error(`not invited: ${JSON.stringify(asked)}`)
  const person = await newcomer(server, who.phone, who.name)
  const { code, message } = await agree(server, person, await companyIdOf(server, owner))
  if (code !== '0') throw new Error(`not joined: ${message}`)
  return { ...person, tenantId: owner.tenantId }
}

/** The id by which the company's calls name a member. */
export async function memberIdOf(server: TestServer, owner: Player, phone: string): Promise<string> {
  const { data } = await server.call('listMember', { keyword: phone }, owner)
  const found = data.memberArray[0]
  if (!found) throw new Error(`${phone} is no member`)
  return found.memberId
}

/** Asks a member to become the administrator, by a code to the present one's phone. */
export async function requestTransfer(server: TestServer, owner: Player, memberId: string) {
  const before = await codesSent(server, { phone: owner.phone, scene: 'transfer', count: 0 })
  const asked = await server.call('getSmsVerificationCode', { scene: 'transfer' }, owner)
  if (asked.code !== 200) throw new Error(asked.message)
  const [smsCode = ''] = await codesSent(server, { phone: owner.phone, scene: 'transfer', count: before.length + 1 })
  return server.call('requestTransfer', { memberId, smsCode }, owner)
}

/** What a company has beside contracts, by id. */
export type CompanyThings = { memberId: string; operatorId: string } & Awaited<ReturnType<typeof arrangedCompany>>

/** Makes an integration with a secret, and answers their ids. */
export async function madeIntegration(server: TestServer, owner: Player) {
  const { data: made } = await server.call(
    'saveIntegration',
    {
      integrationName: '金蝶云星空',
      scopeArray: ['launch', 'manage', 'read', 'download', 'seals', 'members', 'verify', 'embed'],
    },
    owner,
  )
  const { integrationId } = made
  const { data } = await server.call('makeIntegrationSecret', { integrationId }, owner)
  return { integrationId, ...data }
}

/** Moves a member to a new department as one of several; answers the change's id. */
async function moved(server: TestServer, owner: Player, memberId: string): Promise<string> {
  const { data: made } = await server.call('saveDepartment', { departmentName: '轮岗部' }, owner)
  const move = { deed: 'department' as const, memberIdArray: [memberId], departmentId: made.departmentId }
  return (await server.call('changeMembers', { mode: 'save', ...move }, owner)).data.changeId ?? ''
}

/** Makes departments, a role, an invitation, a grant, an integration, an export, a transfer; answers their ids. */
export async function arrangedCompany(server: TestServer, owner: Player, operatorId: string) {
  const { data: made } = await server.call('saveDepartment', { departmentName: '销售部' }, owner)
  const { data: role } = await server.call(
    'saveRole',
    { roleName: '合同查看人', rightArray: ['seeAllContracts'] },
    owner,
  )
  await invited(server, owner, { name: '猪八戒', phone: '13900000303' })
  const { data: invites } = await server.call('listInviteUser', {}, owner)
  const grantId = await waitingGrant(server, owner, await grantAsked(server, owner, operatorId))
  const { data: transfer } = await requestTransfer(server, owner, operatorId)
  const { integrationId, secretId } = await madeIntegration(server, owner)
  const { data: token } = await server.call('makeProvisioningToken', {}, owner)
  const exportId = await ordered(server, owner)
  await exported(server, owner)
  return {
    exportId,
    changeId: await moved(server, owner, operatorId),
    integrationId,
    secretId,
    tokenId: token.tokenId,
    departmentId: made.departmentId,
    roleId: role.roleId,
    invitationId: invites.inviteArray[0]?.invitationId ?? '',
    transferId: transfer.transferId,
    grantId,
  }
}
