import { vi } from 'vitest'
import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { endOfDayOf, shanghaiDate, startOfDayShanghai } from '@moqi/domain/time/civil-date'
import { personSeal } from '@moqi/signing/seal-art/draw-seal'
import { choices, type Player, proveWill } from './contract-scene.ts'
import type { TestServer } from './test-server.ts'

/** A term of so many days from today on, as calls take it. */
export function termOf(now: number, days = 30): { beginTime: number; endTime: number } {
  return { beginTime: startOfDayShanghai(shanghaiDate(now)), endTime: endOfDayOf(now + (days - 1) * 86_400_000) }
}

/** What a grant of the company's first seal to a member is asked with: all contracts, for thirty days. */
export async function grantAsked(
  server: TestServer,
  owner: Player,
  memberId: string,
): Promise<Sent<Table['addSealGrant']>> {
  const { data } = await server.call('getGrantMaking', {}, owner)
  const sealId = data.sealArray[0]?.sealId ?? ''
  return { sealId, memberId, grantScope: 'all', ...termOf(server.deps.now()) }
}

/** What automatic signing by the company's first seal is asked with: one template, for thirty days, ten contracts. */
export async function autoGrantAsked(
  server: TestServer,
  owner: Player,
  templateId: string,
): Promise<Sent<Table['addAutoGrant']>> {
  const { data } = await server.call('getGrantMaking', {}, owner)
  const sealId = data.sealArray.find(({ sealType }) => sealType === 'company')?.sealId ?? ''
  return { sealId, templateIdArray: [templateId], amountMax: null, countMax: 10, ...termOf(server.deps.now()) }
}

/** Makes an authorisation of automatic signing, has the company sign its letter, and answers its id. */
export async function autoGrantInForce(
  server: TestServer,
  owner: Player,
  asked: Sent<Table['addAutoGrant']>,
): Promise<string> {
  const { code, message, data } = await server.call('addAutoGrant', asked, owner)
  if (code !== 200) throw new Error(`no authorisation: ${message}`)
  await server.call('sendGrantLetter', { grantId: data.grantId }, owner)
  const signed = await signLetter(server, owner)
  if (signed.code !== 200) throw new Error(`not signed: ${signed.message}`)
  return data.grantId
}

/** Makes a grant that waits for its letter. */
export async function waitingGrant(
  server: TestServer,
  owner: Player,
  asked: Sent<Table['addSealGrant']>,
): Promise<string> {
  const { code, message, data } = await server.call('addSealGrant', asked, owner)
  if (code !== 200) throw new Error(`no grant: ${message}`)
  return data.grantId
}

/** Has both sides sign the letter of a grant: who grants by the official seal or by hand, the member by hand. */
export async function letterSigned(
  server: TestServer,
  { owner, grantor = owner, holder }: { owner: Player; grantor?: Player; holder: Player },
  grantId: string,
): Promise<void> {
  const sentLetter = await server.call('sendGrantLetter', { grantId }, owner)
  if (sentLetter.code !== 200) throw new Error(`no letter: ${sentLetter.message}`)
  for (const who of [grantor, holder]) {
    const signed = await signLetter(server, who)
    if (signed.code !== 200) throw new Error(`not signed: ${signed.message}`)
  }
}

/** Signs the letter that waits for this person: by seal where one is asked for, else by hand. */
export async function signLetter(server: TestServer, who: Player) {
  const signId = await letterOf(server, who)
  const authToken = await proveWill(server, who, signId)
  const detail = await server.call('getSignDetailInfo', { signId }, who)
  const written = new Set(
    detail.data.positionArray.flatMap(({ positionType, positionId }) =>
      positionType === 'handwrite' ? [positionId] : [],
    ),
  )
  const handwriteBase64 = personSeal('王小明', 'rectanglePlain').png.toString('base64')
  const positionArray = (await choices(server, who, signId)).map((choice) =>
    written.has(choice.positionId) ? { positionId: choice.positionId, handwriteBase64 } : choice,
  )
  return server.call('sign', { signId, authToken, positionArray }, who)
}

/** The handle of the letter that waits for this person, once it is in the list. */
export function letterOf(server: TestServer, who: Player): Promise<string> {
  const found = async () => {
    const { data } = await server.call('listTasks', { status: 'iSign', pageSize: 50 }, who)
    return data.taskInfoArray.find(({ taskName }) => /^(电子印章(自动签署)?|企业认证)授权书/.test(taskName))?.signId
  }
  return vi.waitUntil(found, { timeout: 20_000, interval: 20 })
}

/** Asks for the first seal that a contract lacks, for that contract alone; answers the request's id. */
export async function askedForGrant(
  server: TestServer,
  asker: Player,
  signId: string,
  change: Partial<Sent<Table['askForGrant']>> = {},
): Promise<string> {
  const { data } = await server.call('getGrantAsking', { signId }, asker)
  const sealId = data.sealArray[0]?.sealId ?? ''
  const endTime = endOfDayOf(server.deps.now() + 6 * 86_400_000)
  const asked = { signId, sealId, grantWish: 'contract', endTime, reason: '合同已定稿，请授权用印', ...change } as const
  const answer = await server.call('askForGrant', asked, asker)
  if (answer.code !== 200) throw new Error(`not asked: ${answer.message}`)
  return answer.data.requestId
}
