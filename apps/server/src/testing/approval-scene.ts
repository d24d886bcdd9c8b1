import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import type { grantableRights } from '@moqi/domain/spaces/rights'
import { codesSent } from './codes.ts'
import { colleague, memberIdOf } from './company-scene.ts'
import { companySigner, ownSignId, type Player, sent } from './contract-scene.ts'
import { yunqi } from './demo-cast.ts'
import type { TestServer } from './test-server.ts'
import { type Willed, withSecondWay } from './second-way.ts'

/** A colleague, with the id that the company's calls name them by. */
export type Colleague = Player & { name: string; memberId: string }

type Nodes = Sent<Table['saveFlow']>['nodeArray']
type Condition = Sent<Table['saveFlow']>['condition']

/** Somebody new in 杭州云启 with a role of these rights; none for 经办人. */
export async function colleagueWith(
  server: TestServer,
  owner: Player,
  { name, phone, rights }: { name: string; phone: string; rights: (typeof grantableRights)[number][] },
): Promise<Colleague> {
  const role = async () =>
    (await server.call('saveRole', { roleName: `${name}的角色`, rightArray: rights }, owner)).data.roleId
  const groups = rights.length > 0 ? { roleId: await role() } : {}
  const who = await colleague(server, owner, { name, phone, ...groups })
  return Object.assign(who, { name, memberId: await memberIdOf(server, owner, phone) })
}

/** One who may approve the use of seals. */
export const approver = (server: TestServer, owner: Player, name: string, phone: string): Promise<Colleague> =>
  colleagueWith(server, owner, { name, phone, rights: ['launch', 'seeConsole', 'approveSealUse'] })

/** Makes a flow and answers its id. */
export async function madeFlow(
  server: TestServer,
  owner: Player,
  { flowName, nodes, condition }: { flowName: string; nodes: Nodes; condition?: Condition },
): Promise<string> {
  const answer = await server.call('saveFlow', { flowName, nodeArray: nodes, ...(condition && { condition }) }, owner)
  if (answer.code !== 200) throw new Error(`no flow: ${answer.message}`)
  return answer.data.flowId
}

/** The company's seal that a colleague may apply for. */
export async function askableSeal(server: TestServer, applicant: Player): Promise<string> {
  const { data } = await server.call('userSeals', {}, applicant)
  const found = data.sealInfoArray.find(({ sealPermission }) => sealPermission === 'needApproval')
  if (!found) throw new Error('no seal can be applied for')
  return found.sealId
}

/** Sends a contract to 杭州云启 itself, for which that colleague is to sign; answers the colleague's handle. */
export async function contractFor(
  server: TestServer,
  launcher: Player,
  applicant: Colleague,
): Promise<{ signId: string; taskId: string; launchId: string }> {
  const { signId: launchId, taskId } = await sent(server, launcher, [companySigner(1, yunqi, applicant)])
  return { taskId, launchId, signId: await ownSignId(server, applicant, taskId) }
}

/**
 * Proves the will to sign these contracts, or to agree to these applications, by SMS and, where two ways are asked, the
 * PIN.
 */
export async function proof(server: TestServer, who: Player, willed: Willed): Promise<string> {
  const before = await codesSent(server, { phone: who.phone, scene: 'sign', count: 0 })
  const asked = await server.call('getSmsVerificationCode', { scene: 'sign', ...willed }, who)
  if (asked.code !== 200) throw new Error(`no code: ${asked.message}`)
  const codes = await codesSent(server, { phone: who.phone, scene: 'sign', count: before.length + 1 })
  const { data } = await server.call('getAuthTokenBySmsVerificationCode', { ...willed, smsCode: codes[0] ?? '' }, who)
  return withSecondWay(server, who, willed, data.authToken)
}

/** What the colleague would sign with: that seal wherever one goes. */
export async function sealedPlaces(server: TestServer, who: Player, signId: string, sealId: string) {
  const { data } = await server.call('getSignDetailInfo', { signId }, who)
  return data.positionArray.map(({ positionId, positionType }) =>
    positionType === 'companySeal' ? { positionId, sealId } : { positionId },
  )
}

/** Applies for the seal on a contract; the answer as it came. */
export async function apply(
  server: TestServer,
  applicant: Player,
  { signId, sealId, flowId, amount }: { signId: string; sealId: string; flowId: string; amount?: number },
) {
  const authToken = await proof(server, applicant, { signIds: [signId] })
  const positionArray = await sealedPlaces(server, applicant, signId, sealId)
  const input = { signId, authToken, flowId, reason: '年度采购框架合同', positionArray, amount: amount ?? null }
  return server.call('signWithProcess', input, applicant)
}

/** Agrees to an application; the answer as it came. */
export async function agreeTo(server: TestServer, who: Player, approveId: string, opinion?: string) {
  const authToken = await proof(server, who, { approveIds: [approveId] })
  return server.call('approve', { approveId, authToken, ...(opinion && { opinion }) }, who)
}

/** The application once its history has that event; ten seconds at most. */
export async function until(server: TestServer, who: Player, approveId: string, event: string) {
  for (let n = 0; n < 400; n++) {
    const { data } = await server.call('getApproveInfo', { approveId }, who)
    // Read anew: its statements are not one moment.
    if (data.historyArray.some((line) => line.event === event))
      return (await server.call('getApproveInfo', { approveId }, who)).data
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`no ${event} of ${approveId}`)
}

/** A company's administrator, who decides alone on what a new colleague applies for by a new flow. */
export async function askedOwner(server: TestServer, owner: Player) {
  const { number } = await server.deps.db.directory((directory) =>
    directory
      .selectFrom('membership')
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .executeTakeFirstOrThrow(),
  )
  const applicant = await colleagueWith(server, owner, { name: '沙悟净', phone: `1391304${1000 + number}`, rights: [] })
  const nodes: Nodes = [{ nodeMode: 'any', memberIdArray: [await memberIdOf(server, owner, owner.phone)] }]
  const flowId = await madeFlow(server, owner, { flowName: `合同用印${number}`, nodes })
  return { applicant, flowId, nodes, sealId: await askableSeal(server, applicant) }
}

/** As `askedOwner`, with an application that waits for the administrator. */
export async function askedFor(server: TestServer, owner: Player) {
  const made = await askedOwner(server, owner)
  const { taskId, signId } = await contractFor(server, owner, made.applicant)
  const { data } = await apply(server, made.applicant, { signId, sealId: made.sealId, flowId: made.flowId })
  return { ...made, taskId, signId, approveId: data.approveId }
}
