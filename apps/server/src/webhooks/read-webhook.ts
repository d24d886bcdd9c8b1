import type { webhook } from '@moqi/api/webhook'
import { Refusal } from '@moqi/domain/refusal'
import { webhookDeliveryLifecycle, webhookFaults } from '@moqi/domain/webhooks/webhook-delivery'
import { testEvent, webhookEvents } from '@moqi/domain/webhooks/webhook-events'
import { requireIntegration } from '#src/cores/integration/integration-store.ts'
import { findWebhook } from '#src/cores/webhook/webhook-store.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { isUuid } from '#src/platform/uuid.ts'

/** Where an integration hears of contracts, and how that goes. */
export const getWebhook: Handler<typeof webhook.getWebhook> = async ({ db }, { tenantId }, { integrationId }) =>
  db.read(tenantId, async (own) => {
    await requireIntegration(own, tenantId, integrationId)
    const found = await findWebhook(own, { tenantId, integrationId })
    const waiting = await own
      .selectFrom('webhook_delivery')
      .where('tenant_id', '=', tenantId)
      .where('integration_id', '=', integrationId)
      .where('state', '=', webhookDeliveryLifecycle.initial)
      .select((row) => row.fn.countAll<number>().as('number'))
      .executeTakeFirstOrThrow()
    return {
      callbackUrl: found?.url ?? '',
      eventArray: found?.events ?? [],
      paused: found && found.paused_at !== null ? (1 as const) : (0 as const),
      pauseTime: found?.paused_at ?? null,
      failingTime: found?.failing_since ?? null,
      waitingNumber: waiting.number,
    }
  })

/** What an integration was told, newest first, with each try. */
export const listWebhookDelivery: Handler<typeof webhook.listWebhookDelivery> = async (
  { db },
  { tenantId },
  { integrationId, failedOnly, cursor, pageSize },
) => {
  if (cursor && !isUuid(cursor)) throw new Refusal('request/invalid')
  return db.read(tenantId, async (own) => {
    await requireIntegration(own, tenantId, integrationId)
    const rows = await own
      .selectFrom('webhook_delivery')
      .where('tenant_id', '=', tenantId)
      .where('integration_id', '=', integrationId)
      .$if(failedOnly === 1, (query) =>
        query.where('state', '=', webhookDeliveryLifecycle.after(webhookDeliveryLifecycle.initial, 'giveUp')),
      )
      .$if(Boolean(cursor), (query) => query.where('event_id', '<', cursor ?? ''))
      .orderBy('event_id', 'desc')
      .limit(pageSize + 1)
      .select(['event_id', 'event', 'contract_id', 'body', 'state', 'created_at', 'next_at'])
      .execute()
    const page = rows.slice(0, pageSize)
    const tries = await own
      .selectFrom('webhook_try')
      .where('tenant_id', '=', tenantId)
      .where('integration_id', '=', integrationId)
      .where('event_id', 'in', [integrationId, ...page.map(({ event_id }) => event_id)])
      .orderBy('try_id', 'desc')
      .select(['event_id', 'at', 'status', 'fault', 'ms'])
      .execute()
    return {
      deliveryArray: page.map(({ event_id, event, contract_id, body, state, created_at, next_at }) => ({
        eventId: event_id,
        event,
        eventLabel: event === testEvent ? '测试' : webhookEvents[event],
        taskId: contract_id,
        body,
        deliveryStatus: state,
        createTime: created_at,
        nextTime: next_at,
        tryArray: tries
          .filter((one) => one.event_id === event_id)
          .map(({ at, status, fault, ms }) => ({
            time: at,
            status,
            fault: fault && webhookFaults[fault],
            duration: ms,
          })),
      })),
      nextCursor: rows.length > pageSize ? (page.at(-1)?.event_id ?? null) : null,
    }
  })
}
