import { findLinked } from '#src/cores/identity/provider-link.ts'
import { findSignInRule, requireClient } from '#src/cores/identity/provider-store.ts'
import type { Deps } from '#src/platform/deps.ts'
import { GatewayFault } from '#src/platform/gateways/gateway-fault.ts'
import { ChatFault } from '#src/platform/gateways/work-chat/work-chat.ts'
import type { SendChat } from '#src/platform/messages/deliver-message.ts'

/**
 * Sends what a member is told to the member's work chat, if the company still wishes it and the account is still
 * linked: a message that waited is not told whoever has left meanwhile.
 */
export async function sendChatNotice(
  deps: Deps,
  { tenantId, subject }: Parameters<SendChat>[0],
  message: Parameters<SendChat>[1],
): ReturnType<SendChat> {
  const rule = await deps.db.directory((directory) => findSignInRule(directory, tenantId))
  if (!rule.chat_notices) throw new GatewayFault('企业已关闭消息通知', false)
  const client = await requireClient(deps, tenantId)
  const { issuer } = client
  const link = await deps.db.directory((directory) => findLinked(deps, directory, { tenantId, issuer, subject }))
  if (!link) throw new GatewayFault('成员已解除绑定或离开企业', false)
  try {
    return await deps.workChat.send(client, subject, message)
  } catch (error) {
    if (!(error instanceof ChatFault)) throw error
    throw new GatewayFault(error.message, error.passing, { cause: error })
  }
}
