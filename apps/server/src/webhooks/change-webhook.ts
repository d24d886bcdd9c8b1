import type { webhook } from '@moqi/api/webhook'
import { webhookBody } from '@moqi/api/wire/webhook'
import { Refusal } from '@moqi/domain/refusal'
import { checkCallbackAddress } from '@moqi/domain/webhooks/callback-address'
import { testEvent } from '@moqi/domain/webhooks/webhook-events'
import { holdIntegration } from '#src/cores/integration/integration-store.ts'
import {
  dropWebhook,
  holdWebhook,
  pauseWebhook,
  putTest,
  putWebhook,
  replayEvent,
  resumeWebhook,
} from '#src/cores/webhook/webhook-store.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'

/** Says where an integration hears of contracts, and of what; an empty address ends it. */
export const saveWebhook: Handler<typeof webhook.saveWebhook> = async (deps, member, input) => {
  const { tenantId } = member
  const { integrationId, callbackUrl, eventArray } = input
  const plainAllowed = deps.config.webhookAllow.length > 0
  const url = callbackUrl.trim() && fieldOf('callbackUrl', checkCallbackAddress(callbackUrl, { plainAllowed }))
  if (url && eventArray.length === 0)
    throw new Refusal('field/invalid', { field: 'eventArray', message: '请至少选择一个事件' })
  return deps.db.write(tenantId, async (tx) => {
    await holdIntegration(tx, tenantId, { integrationId, version: null })
    const place = { tenantId, integrationId }
    if (url) await putWebhook(tx, place, { url, events: [...new Set(eventArray)], at: deps.now() })
    else await dropWebhook(tx, place)
    return keepAnswer(tx, deps, member, null)
  })
}

/** Sends nothing more, or sends again. */
export const switchWebhook: Handler<typeof webhook.switchWebhook> = async (deps, member, { integrationId, paused }) => {
  const { tenantId } = member
  return deps.db.write(tenantId, async (tx) => {
    const place = { tenantId, integrationId }
    await holdIntegration(tx, tenantId, { integrationId, version: null })
    const held = await holdWebhook(tx, place)
    if (paused === 0) await resumeWebhook(tx, place, deps.now())
    else if (held.paused_at === null) await pauseWebhook(tx, place, deps.now())
    return keepAnswer(tx, deps, member, null)
  })
}

/** Sends an event that is of no contract. */
export const testWebhook: Handler<typeof webhook.testWebhook> = async (deps, member, { integrationId }) => {
  const { tenantId } = member
  return deps.db.write(tenantId, async (tx) => {
    const place = { tenantId, integrationId }
    await holdIntegration(tx, tenantId, { integrationId, version: null })
    if ((await holdWebhook(tx, place)).paused_at !== null) throw new Refusal('webhook/paused')
    const [eventId, at] = [deps.newId(), deps.now()]
    await putTest(tx, place, { eventId, at, body: webhookBody({ eventId, event: testEvent, at, contract: null }) })
    return keepAnswer(tx, deps, member, { eventId })
  })
}

/** Sends an event once more, before those of its contract that wait. */
export const replayWebhook: Handler<typeof webhook.replayWebhook> = async (
  deps,
  member,
  { integrationId, eventId },
) => {
  const { tenantId } = member
  return deps.db.write(tenantId, async (tx) => {
    const place = { tenantId, integrationId }
    await holdIntegration(tx, tenantId, { integrationId, version: null })
    await holdWebhook(tx, place)
    await replayEvent(tx, place, eventId, deps.now())
    return keepAnswer(tx, deps, member, null)
  })
}
