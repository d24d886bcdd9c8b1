import { keysOf } from '@moqi/domain/keys-of'
import { webhookDeliveryLifecycle, webhookLimits } from '@moqi/domain/webhooks/webhook-delivery'
import { webhookEvents } from '@moqi/domain/webhooks/webhook-events'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { flag, id, paging, time } from './shapes.ts'

const event = z.enum(keysOf(webhookEvents))

/** Where an integration's events go. */
const Webhook = z.object({
  /** Empty while there is none. */
  callbackUrl: z.string(),
  eventArray: z.array(event),
  /** 1 while nothing is sent: by an administrator, or because nothing arrived for a day. */
  paused: flag,
  pauseTime: time.nullable(),
  /** Since when nothing has arrived; null while it does. */
  failingTime: time.nullable(),
  waitingNumber: z.int(),
})

/** One event with each try to deliver it, the last first. */
const WebhookDelivery = z.object({
  eventId: id,
  event: z.string(),
  eventLabel: z.string(),
  taskId: id.nullable(),
  /** The body as it is sent. */
  body: z.string(),
  deliveryStatus: z.enum(webhookDeliveryLifecycle.states),
  createTime: time,
  /** When the next try is due; null where none is, or where an earlier event of its contract goes first. */
  nextTime: time.nullable(),
  tryArray: z.array(
    z.object({
      time,
      /** The answer's HTTP status; null without an answer. */
      status: z.int().nullable(),
      /** Why it failed, in words; null where it arrived. */
      fault: z.string().nullable(),
      /** ms. */
      duration: z.int(),
    }),
  ),
})

const byId = z.object({ integrationId: id })

/** Domain 11.4, 2.8: what a company's other systems are told, and what became of it. */
export const webhook = callsUnder('/api/common/v1/webhook', { right: 'manageIntegrations' })({
  getWebhook: {
    summary: '应用的回调设置',
    input: byId,
    output: Webhook,
    refuses: ['integration/not-found'],
  },
  saveWebhook: {
    summary: '设置应用的回调地址与事件，地址为空则不再回调',
    mutates: true,
    input: z.object({
      integrationId: id,
      callbackUrl: z.string().max(2 * webhookLimits.urlLength),
      eventArray: z.array(event).max(keysOf(webhookEvents).length),
    }),
    refuses: ['integration/not-found', 'field/invalid'],
  },
  switchWebhook: {
    summary: '暂停或恢复应用的回调',
    mutates: true,
    input: z.object({ integrationId: id, paused: flag }),
    refuses: ['integration/not-found', 'webhook/none'],
  },
  testWebhook: {
    summary: '向应用的回调地址发送测试事件',
    mutates: true,
    input: byId,
    output: z.object({ eventId: id }),
    refuses: ['integration/not-found', 'webhook/none', 'webhook/paused'],
    limit: { count: 20, seconds: 60 },
  },
  replayWebhook: {
    summary: '重新发送一个事件',
    mutates: true,
    input: z.object({ integrationId: id, eventId: id }),
    refuses: ['integration/not-found', 'webhook/none', 'webhook/event-not-found', 'webhook/not-ended'],
  },
  listWebhookDelivery: {
    summary: '应用的回调记录',
    input: z.object({ integrationId: id, failedOnly: flag.default(0), ...paging }),
    output: z.object({ deliveryArray: z.array(WebhookDelivery), nextCursor: z.string().nullable() }),
    refuses: ['integration/not-found'],
  },
})
