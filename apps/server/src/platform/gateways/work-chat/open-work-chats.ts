import { isWorkChat, type WorkChatKind } from '@moqi/domain/account/identity-provider'
import type { ProviderClient, ProviderGateway } from '#src/platform/gateways/provider/provider-gateway.ts'
import type { ChatLimits } from './ask-vendor.ts'
import { dingtalk } from './dingtalk.ts'
import { feishu } from './feishu.ts'
import { wecom } from './wecom.ts'
import { ChatFault, type WorkChat } from './work-chat.ts'

/** What is asked of the work chat a company has chosen. */
export type WorkChatGateway = Pick<WorkChat, 'checkSecret' | 'checkContacts' | 'readContacts' | 'send'>
/** Every work chat by its kind. */
export type WorkChats = Readonly<Record<WorkChatKind, WorkChat>>

/** Opens each; tokens are kept for as long as they hold. */
export const openWorkChats = (limits: ChatLimits): WorkChats => ({
  wecom: wecom(limits),
  dingtalk: dingtalk(limits),
  feishu: feishu(limits),
})

/** The same, asked by what a company has set. Throws `ChatFault`. */
export function workChatGateway(chats: WorkChats): WorkChatGateway {
  const of = ({ protocol }: ProviderClient) => {
    if (!isWorkChat(protocol)) throw new ChatFault('discovery')
    return chats[protocol]
  }
  return {
    checkSecret: async (client) => of(client).checkSecret(client),
    checkContacts: async (client) => of(client).checkContacts(client),
    readContacts: async (client) => of(client).readContacts(client),
    send: async (client, subject, message) => of(client).send(client, subject, message),
  }
}

/** A work chat as an identity provider: whom its code stands for. It does not say when somebody proved who they are. */
export const chatProvider = (chat: WorkChat): ProviderGateway => ({
  async begin(client, attempt) {
    return { address: chat.signInAddress(client, attempt) }
  },
  async finish(client, attempt, answer) {
    const code = answer.get('code')
    if (!code || answer.has('error')) return { fault: 'denied' }
    try {
      const { subject, label } = await chat.whoIs(client, attempt, code)
      return { issuer: client.issuer, subject, label: [...label].slice(0, 60).join(''), provedAt: 0 }
    } catch (error) {
      if (error instanceof ChatFault) return { fault: error.fault }
      throw error
    }
  },
})
