import type { workChat } from '@moqi/api/work-chat'
import { linksOf } from '#src/cores/identity/provider-link.ts'
import { requireClient } from '#src/cores/identity/provider-store.ts'
import { ChatFault } from '#src/platform/gateways/work-chat/work-chat.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { requireChatProvider } from './work-chat-rows.ts'

/** Tries the app's secret, its right to the address book, and a message to whoever asks. */
export const testWorkChat: Handler<typeof workChat.testWorkChat> = async (deps, member) => {
  const { tenantId, accountId } = member
  await deps.db.read(tenantId, (own) => requireChatProvider(own, tenantId))
  const client = await requireClient(deps, tenantId)
  const secretFault = await faultOf(deps.workChat.checkSecret(client))
  if (secretFault !== null) return { secretFault, contactsFault: secretFault, messageFault: secretFault }
  const links = await deps.db.directory((directory) => linksOf(deps, directory, accountId))
  const own = links.find((link) => link.tenant_id === tenantId && link.issuer === client.issuer)
  const { brand, publicUrl } = deps.config
  const message = { id: deps.newId(), title: '测试消息', text: `${brand}可以给您发送消息。`, url: `${publicUrl}/home` }
  return {
    secretFault,
    contactsFault: await faultOf(deps.workChat.checkContacts(client)),
    messageFault: own
      ? await faultOf(deps.workChat.send(client, own.subject, message))
      : '您还没有在“安全设置”中绑定自己的账号，不能给您发测试消息',
  }
}

async function faultOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work
    return null
  } catch (error) {
    if (error instanceof ChatFault) return error.message
    throw error
  }
}
