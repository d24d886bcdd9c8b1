import { webhookDeliveryLifecycle } from '@moqi/domain/webhooks/webhook-delivery'
import { sql } from 'kysely'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'

/** Events of one contract, in their order; `at` in ms. */
export type KeptEvents = {
  tenantId: string
  contractId: string
  eventIds: readonly string[]
  events: readonly string[]
  bodies: readonly string[]
  at: number
}

/**
 * Writes events down for the space's integrations that listen to them; where none does, nothing. The contract is held,
 * so its events are numbered without a gap; the lane is held too, so that whoever empties it sees them.
 */
export const keepEvents = (tx: Db, kept: KeptEvents): Promise<unknown[]> =>
  eventsKept(tx, { ...kept, state: webhookDeliveryLifecycle.initial })

const eventsKept = compiledOnce(
  (_, kept: KeptEvents & { state: string }) => sql`
    with told as (
      select * from unnest(${kept.eventIds}::uuid[], ${kept.events}::text[], ${kept.bodies}::text[])
        with ordinality as told (event_id, event, body, no)),
    listening as (
      select w.tenant_id, w.integration_id, w.events, (
        select coalesce(max(d.event_no), 0) from webhook_delivery d
        where d.tenant_id = w.tenant_id and d.integration_id = w.integration_id
          and d.lane_id = ${kept.contractId}::uuid) as last_no
      from webhook w join integration i using (tenant_id, integration_id)
      where w.tenant_id = ${kept.tenantId}::uuid and w.events && ${kept.events}::text[] and i.disabled_at is null),
    put as (
      insert into webhook_delivery
        (tenant_id, integration_id, event_id, lane_id, contract_id, event_no, event, body, state, tries, created_at)
      select l.tenant_id, l.integration_id, t.event_id, ${kept.contractId}::uuid, ${kept.contractId}::uuid,
        l.last_no + t.no, t.event, t.body, ${kept.state}::text, 0, ${kept.at}::bigint
      from listening l join told t on t.event = any (l.events)
      returning tenant_id, integration_id)
    insert into webhook_lane (tenant_id, integration_id, lane_id, due_at)
    select distinct tenant_id, integration_id, ${kept.contractId}::uuid, ${kept.at}::bigint from put
    on conflict (tenant_id, integration_id, lane_id) do update set due_at = webhook_lane.due_at`,
)
