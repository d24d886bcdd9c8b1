import { strictestWill, type WillKind } from '@moqi/domain/contract/will-kind'
import { demoPin } from '#src/demo/demo-people.ts'
import type { TestServer } from './test-server.ts'

type Player = { token: string; tenantId: string }

/** What is willed: contracts to be signed, or applications to be agreed to. */
export type Willed = { signIds: string[] } | { approveIds: string[] }

/** Adds the PIN to a will proved by SMS where two ways are asked for, and sets one for who has none. */
export async function withSecondWay(
  server: TestServer,
  who: Player,
  willed: Willed,
  authToken: string,
): Promise<string> {
  if ((await askedOf(server, who, willed)) !== 'double') return authToken
  const byPin = () => server.call('getAuthTokenByPin', { ...willed, authToken, pin: demoPin }, who)
  const first = await byPin()
  if (first.code === 200) return authToken
  const set = await server.call('setPin', { authToken, pin: demoPin }, who)
  if (set.code !== 200) throw new Error(`no PIN: ${first.message} ${set.message}`)
  const second = await byPin()
  if (second.code !== 200) throw new Error(`not proved: ${second.message}`)
  return authToken
}

async function askedOf(server: TestServer, who: Player, willed: Willed): Promise<WillKind> {
  const kinds: WillKind[] = []
  if ('signIds' in willed) {
    for (const signId of willed.signIds) {
      const { data } = await server.call('signBeforeCheck', { signId }, who)
      kinds.push(data.willDemand?.willAuthType ?? 'any')
    }
  } else {
    for (const approveId of willed.approveIds) {
      kinds.push((await server.call('getApproveInfo', { approveId }, who)).data.willDemand.willAuthType)
    }
  }
  return strictestWill(kinds)
}
