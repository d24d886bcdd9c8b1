import type { wireStatus } from '@moqi/api/wire/contract'
import type { WebhookFacts } from '@moqi/api/wire/webhook'

/** What happened to a contract of the company; `time` in ms. */
export type MoqiEvent = {
  /** The same whenever the event comes again: what was done for it once is not done twice. */
  readonly eventId: string
  /** `TEST` is of no contract, and has null for each of the three below. */
  readonly event: WebhookFacts['event']
  readonly taskId: string | null
  readonly signId: string | null
  readonly status: ReturnType<typeof wireStatus> | null
  readonly time: number
  /** `signerNo` of whom it is about; null of nobody, and of several. */
  readonly data: { readonly contractNo?: string; readonly signerNo?: number | null }
}

/** A request as it was received: its headers, and the bytes of its body, not what they were parsed to. */
export type ReceivedWebhook = {
  readonly headers: Headers | Readonly<Record<string, string | string[] | undefined>>
  readonly body: Uint8Array<ArrayBuffer>
  /** The integration's secrets that hold: two while one is replaced. */
  readonly secrets: readonly string[]
  /** The time of this machine, ms since epoch; absent, now. */
  readonly now?: number
}

const reasons = {
  header: '缺少签名请求头，或格式不正确',
  late: '发送时间与本机相差超过15分钟',
  signature: '签名不正确',
  body: '请求体不是 JSON',
} as const

/** A request that must not be believed; answer 401. */
export class MoqiForgery extends Error {
  override name = 'MoqiForgery'
  readonly reason: keyof typeof reasons

  constructor(reason: keyof typeof reasons) {
    super(reasons[reason])
    this.reason = reason
  }
}

const windowMs = 15 * 60_000

/**
 * The event of a webhook that one of the secrets has signed, not long ago. Throws `MoqiForgery` for anything else.
 * Needs Web Crypto: Node 20, or any runtime that has it.
 */
export async function verifyWebhook({ headers, body, secrets, now = Date.now() }: ReceivedWebhook): Promise<MoqiEvent> {
  const timestamp = headerOf(headers, 'x-moqi-timestamp')
  const signatures = headerOf(headers, 'x-moqi-signature').split(' ').flatMap(bytesOf)
  if (!/^\d{13}$/.test(timestamp) || signatures.length === 0) throw new MoqiForgery('header')
  if (Math.abs(now - Number(timestamp)) > windowMs) throw new MoqiForgery('late')
  const start = new TextEncoder().encode(`${timestamp}\n`)
  const signed = new Uint8Array(start.length + body.length)
  signed.set(start)
  signed.set(body, start.length)
  if (!(await isSigned(signed, signatures, secrets))) throw new MoqiForgery('signature')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new MoqiForgery('body')
  }
}

const hmac = { name: 'HMAC', hash: 'SHA-256' } as const

async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly Uint8Array<ArrayBuffer>[],
  secrets: readonly string[],
): Promise<boolean> {
  // No secret at all signs nothing: an empty setting must not open the door.
  for (const secret of secrets.filter((one) => one !== '')) {
    const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), hmac, false, ['verify'])
    for (const signature of signatures) if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true
  }
  return false
}

function headerOf(headers: ReceivedWebhook['headers'], name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? ''
  // Node has them in lower case; what comes from elsewhere may not.
  const [, value] = Object.entries(headers).find(([written]) => written.toLowerCase() === name) ?? []
  return typeof value === 'string' ? value : ''
}

/** A signature's bytes; none of what is no HMAC-SHA256 in base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer>[] {
  if (!/^[A-Za-z0-9+/]{43}=$/.test(base64)) return []
  return [Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]
}
