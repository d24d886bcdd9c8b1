import type { WebhookDeliveryState, WebhookFault } from '@moqi/domain/webhooks/webhook-delivery'
import type { testEvent, WebhookEvent } from '@moqi/domain/webhooks/webhook-events'

/** Where integrations hear of contracts, and what became of it. Times in ms. */
export type WebhookTables = {
  webhook: {
    tenant_id: string
    integration_id: string
    url: string
    events: WebhookEvent[]
    /** When the first of the tries failed since which none has succeeded. */
    failing_since: number | null
    paused_at: number | null
    changed_at: number
  }
  webhook_delivery: {
    tenant_id: string
    integration_id: string
    event_id: string
    /** Whose events go one after another: a contract's, or the integration's own. */
    lane_id: string
    contract_id: string | null
    event_no: number
    event: WebhookEvent | typeof testEvent
    body: string
    state: WebhookDeliveryState
    /** Failed since it was written, or sent again by hand. */
    tries: number
    created_at: number
    /** When a try is due after one that failed. */
    next_at: number | null
  }
  webhook_try: {
    tenant_id: string
    integration_id: string
    event_id: string
    try_id: string
    at: number
    status: number | null
    fault: WebhookFault | null
    ms: number
  }
  /** What has something to send; whoever sends it moves `due_at` on, so that another may when it does not return. */
  webhook_lane: {
    tenant_id: string
    integration_id: string
    lane_id: string
    due_at: number
  }
}
