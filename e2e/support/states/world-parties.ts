import { type Client, openClient } from '../../../scripts/demo/api-client.ts'
import type { Actor } from '../../../scripts/demo/cast.ts'
import { invitation } from '../sign.ts'
import type { StoryServer } from '../story-server.ts'

/** A session in one space, as a browser keeps it; null before there is any. */
export type Seat = { client: Client; token: string; tenantId: string | null }

/** Names as long as the forms allow. */
export const longCompany =
  '中国（浙江）自由贸易试验区杭州滨江高新技术产业开发区云启精密结构件智能制造与供应链管理有限责任公司'

/** Parties that have no account before their message comes, each on another step of its link. */
export const parties = {
  landing: { phone: '13900000901', name: '欧阳若水晴川', company: null },
  unnamed: { phone: '13900000905', name: '周晓彤', company: null },
  tenant: { phone: '13900000906', name: '上官婉儿', company: null },
  signed: { phone: '13900000907', name: '林晚舟', company: null },
  clerk: { phone: '13900000902', name: '司马长风', company: longCompany },
} as const satisfies Record<string, Actor>

/** The path below /home that the newest invitation to a phone leads to. */
export async function ticketPath(server: StoryServer, { phone }: Pick<Actor, 'phone'>): Promise<string> {
  return `/open-sign?ticket=${await ticketOf(server, phone)}`
}

const ticketOf = async (server: StoryServer, phone: string): Promise<string> =>
  new URL(await invitation(server, phone)).pathname.split('/').at(-1) ?? ''

/** Proves a party's phone by the code of its link; `named` also its name, which opens the contract to it. */
export async function enter(server: StoryServer, { phone, name }: Actor, named: boolean): Promise<Seat> {
  const ticket = await ticketOf(server, phone)
  const open = openClient(server.url)
  const before = await server.outbox(phone)
  await open.call('sendTicketCode', { ticket })
  const smsCode = await server.outboxCode(phone, before)
  const { token } = await open.call('enterByTicket', { ticket, smsCode, agree: 1 })
  const client = open.as(token)
  if (!named) return { client, token, tenantId: null }
  await client.call('submitPersonAuth', {
    realName: name,
    idNumber: '11010519491231002X',
    agree: 1,
    certificateAgree: 1,
  })
  await client.call('openTicket', { ticket })
  const own = await personalSpace(client)
  return { client: open.as(token, own), token, tenantId: own }
}

async function personalSpace(client: Client): Promise<string> {
  const { spaceInfoArray } = await client.call('getUserSpaceInfo', {})
  const own = spaceInfoArray.find(({ spaceType }) => spaceType === 'person')
  if (!own) throw new Error('a real-named party has a space of its own')
  return own.tenantId
}
