import { lifecycle, type StateOf } from '../lifecycle.ts'
import { dayMs } from '../time/civil-date.ts'

/** An event on its way to another system. One that has arrived, or was given up, may be sent again by hand. */
export const webhookDeliveryLifecycle = lifecycle({
  refusal: 'webhook/not-ended',
  initial: 'waiting',
  table: {
    waiting: { retry: 'waiting', deliver: 'delivered', giveUp: 'failed' },
    delivered: { replay: 'waiting' },
    failed: { replay: 'waiting' },
  },
})
/** A state of an event on its way. */
export type WebhookDeliveryState = StateOf<typeof webhookDeliveryLifecycle>

const [second, minute, hour] = [1000, 60_000, 3_600_000]

/** How long after each try that failed the next one is made (domain 2.8), ms; after the last none is. */
export const webhookRetriesMs: readonly number[] = [
  10 * second,
  10 * second,
  30 * second,
  minute,
  3 * minute,
  6 * minute,
  10 * minute,
  20 * minute,
  30 * minute,
  hour,
  2 * hour,
  2 * hour,
  2 * hour,
  2 * hour,
]

/** When the next try is due, `tries` having failed, the last at `at` (ms); null when there is none. */
export const nextTryAt = (tries: number, at: number): number | null => {
  const waitMs = webhookRetriesMs[tries - 1]
  return waitMs === undefined ? null : at + waitMs
}

/** What is sent, and how long it is kept. */
export const webhookLimits = {
  /** How long an answer may take, connecting and all. */
  answerMs: 5000,
  /** How much of an answer is taken in. */
  answerBytes: 64 * 1024,
  /** Of one integration at a time. */
  together: 64,
  /** Without a single success: then no more is sent until an administrator says so. */
  pauseAfterMs: dayMs,
  urlLength: 500,
  keptMs: 30 * dayMs,
} as const

/** Why a try failed, as the page says it. */
export const webhookFaults = {
  status: '对方未以 2xx 应答',
  redirect: '对方要求跳转，回调不跟随跳转',
  late: '对方未在5秒内应答',
  unreachable: '无法连接对方服务器',
  certificate: '对方的 HTTPS 证书无效',
  name: '域名无法解析',
  inside: '地址指向内部网络，已拦截',
  large: '应答超过64KB',
} as const
/** A key of `webhookFaults`. */
export type WebhookFault = keyof typeof webhookFaults
