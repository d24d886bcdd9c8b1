import { vi } from 'vitest'
import { contractPath } from '#src/cores/contract/short-link.ts'
import type { OpenServer } from '#src/open-server.ts'

/** A message as the outbox shows it. */
export type SentMessage = { channel: string; scene: string; subject: string | null; body: string }

type Outbox = Pick<OpenServer, 'app'>

/**
 * What was sent to a phone or an address, or is the answer to a captcha, newest first; of one scene when it is named.
 */
export async function messagesTo({ app }: Outbox, recipient: string, scene?: string): Promise<SentMessage[]> {
  const outbox = await app.inject({ url: '/demo/outbox', query: { recipient } })
  const messages: SentMessage[] = outbox.json().messageArray
  return scene === undefined ? messages : messages.filter((message) => message.scene === scene)
}

/** The same, once there are `count` (default 1) of them; throws when they do not come. */
export function arrivedMessages(
  server: Outbox,
  { recipient, scene, count = 1 }: { recipient: string; scene?: string; count?: number },
): Promise<SentMessage[]> {
  const arrived = async () => {
    const messages = await messagesTo(server, recipient, scene)
    return messages.length >= count && messages
  }
  return vi.waitUntil(arrived, { timeout: 20_000, interval: 20 })
}

/** Waits until somebody is told that the contract is finished, which happens only once every byte was verified. */
export async function toldOfEnd(server: Outbox, recipient: string, signId: string): Promise<void> {
  const isTold = async () =>
    (await messagesTo(server, recipient, 'finished')).some(({ body }) => body.includes(contractPath(signId)))
  await vi.waitUntil(isTold, { timeout: 30_000 })
}

/** The six digits of a code's message. */
export const codeIn = (body: string): string | undefined => /验证码(\d{6})/.exec(body)?.[1]
