import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'

const Outbox = z.object({
  messageArray: z.array(
    z.object({
      channel: z.string(),
      recipient: z.string(),
      scene: z.string(),
      body: z.string(),
      /** ms since epoch */
      createTime: z.number(),
    }),
  ),
})

/** One message that a server in demo mode shows instead of sending it. */
export type OutboxMessage = z.infer<typeof Outbox>['messageArray'][number]

/** Messages to a recipient, newest first. Throws when the server is not in demo mode. */
export async function readOutbox(baseUrl: string, recipient: string): Promise<OutboxMessage[]> {
  const url = new URL('/demo/outbox', baseUrl)
  url.searchParams.set('recipient', recipient)
  const response = await fetch(url)
  if (!response.ok) throw new Error(`演示收件箱不可用（HTTP ${response.status}），服务需以演示模式运行`)
  return Outbox.parse(await response.json()).messageArray
}

/** Waits up to 30 s for a message that was not there `before` and gives the six digits it names. */
export async function nextCode(baseUrl: string, recipient: string, before: OutboxMessage[]): Promise<string> {
  const seen = new Set(before.map(nameOf))
  for (const until = Date.now() + 30_000; Date.now() < until; await pause(50)) {
    const fresh = (await readOutbox(baseUrl, recipient)).filter((message) => !seen.has(nameOf(message)))
    const code = fresh.map(({ body }) => /验证码[^\d]{0,3}(\d{6})/.exec(body)?.[1]).find((found) => found !== undefined)
    if (code) return code
  }
  throw new Error(`30秒内没有收到发给${recipient}的验证码`)
}

const nameOf = ({ createTime, body }: OutboxMessage) => `${createTime} ${body}`
