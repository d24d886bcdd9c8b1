import type { WorkChatKind } from '@moqi/domain/account/identity-provider'
import { vi } from 'vitest'
import { openProvider } from '#src/platform/gateways/provider/open-provider.ts'
import { openWorkChats, workChatGateway } from '#src/platform/gateways/work-chat/open-work-chats.ts'
import type { Player } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import type { ChatPlayer } from './chat-player.ts'

const allowed = ['127.0.0.0/8']

/** A server that reaches vendors played on this machine. */
export async function chatServer(now: () => number = Date.now): Promise<TestServer> {
  const limits = { allowed, answerMs: 2000, now }
  const chats = openWorkChats(limits)
  const server = await testServer({ now, provider: openProvider(limits, chats), workChat: workChatGateway(chats) })
  Object.assign(server.deps.config, { providerAllow: allowed })
  return server
}

/** The settings of a company's work chat, as its administrator types them. */
export const chatSettings = (kind: WorkChatKind, vendor: ChatPlayer, change: object = {}) => ({
  version: 0,
  providerName: '墨蓝办公',
  signInCode: `molan-${kind}`,
  protocol: kind,
  issuer: vendor.url,
  clientId: vendor.clientId,
  clientSecret: vendor.clientSecret,
  ...(kind !== 'feishu' && { agentId: '1000002' }),
  ...change,
})

type Left = { address: string; browserKey: string }

/** What a browser comes back with from the vendor, ready to be handed in. */
export function backFrom(vendor: ChatPlayer, { address, browserKey }: Left, subject: string) {
  const answer = vendor.visit(address, subject)
  const code = answer.get('code') ?? answer.get('authCode') ?? ''
  return { browserKey, state: answer.get('state') ?? '', code }
}

/** Links the account of whoever is signed in to somebody of the vendor's. */
export async function linkTo(server: TestServer, vendor: ChatPlayer, who: Player, subject: string) {
  const { data, code, message } = await server.call('leaveToLink', { tenantId: who.tenantId }, who)
  if (code !== 200) throw new Error(message)
  return server.call('linkProvider', backFrom(vendor, data, subject), who)
}

/** Starts reading the address book, and answers what came of it. */
export async function synced(server: TestServer, who: Player, mode: 'plan' | 'apply' = 'apply', leaverNumber = 0) {
  const started = await server.call('startChatSync', { mode, leaverNumber }, who)
  if (started.code !== 200) throw new Error(started.message)
  return vi.waitUntil(
    async () => {
      const { chat } = (await server.call('getWorkChat', {}, who)).data
      return chat && chat.state !== 'running' && chat
    },
    { timeout: 20_000, interval: 50 },
  )
}
