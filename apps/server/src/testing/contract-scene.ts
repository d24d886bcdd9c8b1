import { dayMs } from '@moqi/domain/time/civil-date'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { vi } from 'vitest'
import { askLoginCode, codesSent } from './codes.ts'
import { arrivedMessages, messagesTo } from './messages.ts'
import { withSecondWay } from './second-way.ts'
import type { TestServer } from './test-server.ts'

type Draft = Sent<Table['saveDraft']>
type Signer = Draft['signerArray'][number]

/** Contracts to upload. */
const sample = (name: string): Buffer => readFileSync(join(import.meta.dirname, '../../../../samples', name))

/** A person acting in one of the own spaces. */
export type Player = { phone: string; token: string; tenantId: string }

/** Signs a demo person in, for the space of that kind. */
export async function player(server: TestServer, phone: string, kind: 'person' | 'company'): Promise<Player> {
  const token = await server.login(phone)
  const { data } = await server.call('getUserSpaceInfo', {}, { token })
  const space = data.spaceInfoArray.find(({ spaceType }) => spaceType === kind)
  if (!space) throw new Error(`${phone} has no ${kind} space`)
  return { phone, token, tenantId: space.tenantId }
}

/** A new person: signs in by code, which makes the account, and is real-named when a name is given. */
export async function newcomer(server: TestServer, phone: string, realName?: string): Promise<Player> {
  const address = `10.${phone.slice(-6, -4)}.${phone.slice(-4, -2)}.${phone.slice(-2)}`.replaceAll(/\.0(\d)/g, '.$1')
  const before = await codesSent(server, { phone, scene: 'login', count: 0 })
  await askLoginCode(server, phone, address)
  const [smsCode = ''] = await codesSent(server, { phone, scene: 'login', count: before.length + 1 })
  const { data } = await server.call('loginByVerificationCode', { phone, smsCode }, { address })
  const token = data.token
  if (realName) {
    await server.call(
      'submitPersonAuth',
      { realName, idNumber: '11010519491231002X', agree: 1, certificateAgree: 1 },
      { token },
    )
  }
  const spaces = await server.call('getUserSpaceInfo', {}, { token })
  return { phone, token, tenantId: spaces.data.spaceInfoArray[0]?.tenantId ?? '' }
}

export const personSigner = (partyNo: number, name: string, phone: string, signOrder = partyNo): Signer => ({
  signerNo: partyNo,
  signOrder,
  signType: 0,
  signerName: name,
  phone,
})

export const companySigner = (
  partyNo: number,
  companyName: string,
  { name, phone }: { name: string; phone: string },
  signOrder = partyNo,
): Signer => ({ signerNo: partyNo, signOrder, signType: 1, signerName: name, phone, companyName })

/** Uploads, drafts and places: one seal or signature and one date a party, on page 1, side by side. */
export async function prepared(
  server: TestServer,
  launcher: Player,
  parties: Signer[],
  more: Partial<Draft> & { file?: string; bytes?: Buffer } = {},
): Promise<{ signId: string; taskId: string }> {
  const { file = '保密协议.pdf', bytes = sample(file), ...draft } = more
  const uploaded = await server.upload(file, bytes, launcher)
  const fileId = uploaded.data.fileId
  const saved = await server.call(
    'saveDraft',
    {
      taskName: '测试合同',
      signExpireTime: server.deps.now() + 7 * dayMs,
      signOrderType: 'order',
      fileIdArray: [fileId],
      signerArray: parties,
      ...draft,
    },
    launcher,
  )
  const { signId, taskId, version } = saved.data
  const areas = parties.flatMap(({ signerNo, signType }, index) => {
    const place = { fileId, page: 1, x: 5 + (index % 4) * 50, y: 10 + Math.floor(index / 4) * 55, signerNo }
    const size = signType === 1 ? 42 : 20
    return [
      {
        ...place,
        positionId: `s${signerNo}`,
        width: size,
        height: size,
        positionType: signType === 1 ? 'companySeal' : 'personSign',
      } as const,
      { ...place, positionId: `d${signerNo}`, y: place.y + 43, width: 40, height: 8, positionType: 'date' } as const,
    ]
  })
  const placed = await server.call('saveLocation', { signId, version, positionArray: areas }, launcher)
  if (placed.data.status !== 'waitSend') throw new Error(`not complete: ${JSON.stringify(placed)}`)
  return { signId, taskId }
}

/** As `prepared`, and sent. */
export async function sent(...args: Parameters<typeof prepared>): Promise<{ signId: string; taskId: string }> {
  const made = await prepared(...args)
  const answer = await args[0].call('sendTask', { signId: made.signId }, args[1])
  if (answer.code !== 200) throw new Error(`not sent: ${JSON.stringify(answer)}`)
  return made
}

/** The person's own handle of a contract, once it is in the list: a newcomer's are claimed by a job. */
export function ownSignId(server: TestServer, who: Player, taskId: string): Promise<string> {
  const found = async () => {
    // Under a clock that stands still, what was made last need not be among the ten most recent.
    const { data } = await server.call('listTasks', { status: 'all', pageSize: 50 }, who)
    return data.taskInfoArray.find((task) => task.taskId === taskId)?.signId
  }
  return vi.waitUntil(found, { timeout: 20_000, interval: 20 })
}

/**
 * Proves the will to sign these contracts by one SMS code, and by the PIN where two ways are asked; answers the token.
 */
export async function proveWill(server: TestServer, who: Player, ...signIds: string[]): Promise<string> {
  // The code is the newest one: an older one for another contract must not be read.
  const before = await messagesTo(server, who.phone, 'sign')
  const asked = await server.call('getSmsVerificationCode', { scene: 'sign', signIds }, who)
  if (asked.code !== 200) throw new Error(`no code: ${asked.message}`)
  await arrivedMessages(server, { recipient: who.phone, scene: 'sign', count: before.length + 1 })
  const smsCode = await server.code(who.phone, 'sign')
  const { data } = await server.call('getAuthTokenBySmsVerificationCode', { signIds, smsCode }, who)
  return withSecondWay(server, who, { signIds }, data.authToken)
}

/** Chooses the first usable seal for every area. */
export async function choices(server: TestServer, who: Player, signId: string) {
  const detail = await server.call('getSignDetailInfo', { signId }, who)
  const seals = await server.call('userSeals', {}, who)
  const sealId = seals.data.sealInfoArray[0]?.sealId
  return detail.data.positionArray.map(({ positionId, positionType }) =>
    positionType === 'date' || !sealId ? { positionId } : { positionId, sealId },
  )
}

/** Signs from beginning to end; answers the sign call's answer. */
export async function signNow(server: TestServer, who: Player, taskId: string) {
  const signId = await ownSignId(server, who, taskId)
  const authToken = await proveWill(server, who, signId)
  return server.call('sign', { signId, authToken, positionArray: await choices(server, who, signId) }, who)
}
