import { chatProvider, openWorkChats, type WorkChats } from '#src/platform/gateways/work-chat/open-work-chats.ts'
import type { ChatLimits } from '#src/platform/gateways/work-chat/ask-vendor.ts'
import { guardedCas } from './guarded-cas.ts'
import { guardedOpenId } from './guarded-openid.ts'
import type { ProviderGateway } from './provider-gateway.ts'

/** Each provider by the protocol that its company has chosen. */
export function openProvider(limits: ChatLimits, chats: WorkChats = openWorkChats(limits)): ProviderGateway {
  const by = {
    openid: guardedOpenId(limits),
    cas: guardedCas(limits),
    wecom: chatProvider(chats.wecom),
    dingtalk: chatProvider(chats.dingtalk),
    feishu: chatProvider(chats.feishu),
  }
  return {
    begin: (client, attempt) => by[client.protocol].begin(client, attempt),
    finish: (client, attempt, answer) => by[client.protocol].finish(client, attempt, answer),
  }
}
