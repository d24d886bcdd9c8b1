import type { TestServer } from './test-server.ts'

/** A message as the outbox shows it. */
export type SentMessage = { channel: string; scene: string; subject: string | null; body: string }

/** What was sent to a phone or an address, or is the answer to a captcha, newest first; of one scene when it is named. */
export async function messagesTo(
  { app }: Pick<TestServer, 'app'>,
  recipient: string,
  scene?: string,
): Promise<SentMessage[]> {
  const outbox = await app.inject({ url: '/demo/outbox', query: { recipient } })
  const messages: SentMessage[] = outbox.json().messageArray
  return scene === undefined ? messages : messages.filter((message) => message.scene === scene)
}
