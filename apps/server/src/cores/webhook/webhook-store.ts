import type { Selectable } from 'kysely'
import { webhookDeliveryLifecycle } from '@moqi/domain/webhooks/webhook-delivery'
import { testEvent, type WebhookEvent } from '@moqi/domain/webhooks/webhook-events'
import { Refusal } from '@moqi/domain/refusal'
import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import { isUuid } from '#src/platform/uuid.ts'

/** Whose webhook it is. */
export type WebhookPlace = { tenantId: string; integrationId: string }
/** A webhook as it is stored. */
export type StoredWebhook = Selectable<Schema['webhook']>

/** Where an integration hears of contracts; nothing before an administrator said so. */
export const findWebhook = (own: Db, { tenantId, integrationId }: WebhookPlace): Promise<StoredWebhook | undefined> =>
  own
    .selectFrom('webhook')
    .where('tenant_id', '=', tenantId)
    .where('integration_id', '=', integrationId)
    .selectAll()
    .executeTakeFirst()

/** The same, held to the transaction's end. Throws `webhook/none`. */
export async function holdWebhook(tx: Db, { tenantId, integrationId }: WebhookPlace): Promise<StoredWebhook> {
  const found = await tx
    .selectFrom('webhook')
    .where('tenant_id', '=', tenantId)
    .where('integration_id', '=', integrationId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new Refusal('webhook/none')
  return found
}

/** Has an integration hear these events there from now on; one that was paused stays so. */
export async function putWebhook(
  tx: Db,
  { tenantId, integrationId }: WebhookPlace,
  { url, events, at }: { url: string; events: WebhookEvent[]; at: number },
): Promise<void> {
  await tx
    .insertInto('webhook')
    .values({ tenant_id: tenantId, integration_id: integrationId, url, events, changed_at: at })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'integration_id']).doUpdateSet({ url, events, changed_at: at }),
    )
    .execute()
}

/** Has it hear nothing any more; what still waits is forgotten with it. */
export async function dropWebhook(tx: Db, { tenantId, integrationId }: WebhookPlace): Promise<void> {
  await tx.deleteFrom('webhook').where('tenant_id', '=', tenantId).where('integration_id', '=', integrationId).execute()
  await tx
    .deleteFrom('webhook_delivery')
    .where('tenant_id', '=', tenantId)
    .where('integration_id', '=', integrationId)
    .where('state', '=', webhookDeliveryLifecycle.initial)
    .execute()
}

/** Sends nothing until it is resumed. What happens meanwhile waits. */
export async function pauseWebhook(tx: Db, { tenantId, integrationId }: WebhookPlace, at: number): Promise<void> {
  await tx
    .updateTable('webhook')
    .set({ paused_at: at })
    .where('tenant_id', '=', tenantId)
    .where('integration_id', '=', integrationId)
    .execute()
}

/** Sends again, and at once whatever waits. */
export async function resumeWebhook(tx: Db, { tenantId, integrationId }: WebhookPlace, at: number): Promise<void> {
  await tx
    .updateTable('webhook')
    .set({ paused_at: null, failing_since: null })
    .where('tenant_id', '=', tenantId)
    .where('integration_id', '=', integrationId)
    .execute()
  await sql`
    insert into webhook_lane (tenant_id, integration_id, lane_id, due_at)
    select distinct tenant_id, integration_id, lane_id, ${at}::bigint from webhook_delivery
    where tenant_id = ${tenantId} and integration_id = ${integrationId}
      and state = ${webhookDeliveryLifecycle.initial}
    on conflict (tenant_id, integration_id, lane_id) do update set due_at = excluded.due_at`.execute(tx)
}

/** Writes an event that tries the address out. */
export async function putTest(
  tx: Db,
  { tenantId, integrationId }: WebhookPlace,
  { eventId, body, at }: { eventId: string; body: string; at: number },
): Promise<void> {
  await sql`
    insert into webhook_delivery
      (tenant_id, integration_id, event_id, lane_id, event_no, event, body, state, tries, created_at)
    select ${tenantId}::uuid, ${integrationId}::uuid, ${eventId}::uuid, ${integrationId}::uuid, (
      select coalesce(max(event_no), 0) + 1 from webhook_delivery
      where tenant_id = ${tenantId} and integration_id = ${integrationId} and lane_id = ${integrationId}
    ), ${testEvent}, ${body}, ${webhookDeliveryLifecycle.initial}, 0, ${at}::bigint`.execute(tx)
  await wakeLane(tx, { tenantId, integrationId, laneId: integrationId }, at)
}

/** Has an event that has ended go again. Throws `webhook/event-not-found`, and `webhook/not-ended`. */
export async function replayEvent(tx: Db, place: WebhookPlace, eventId: string, at: number): Promise<void> {
  const found = isUuid(eventId)
    ? await tx
        .selectFrom('webhook_delivery')
        .where('tenant_id', '=', place.tenantId)
        .where('integration_id', '=', place.integrationId)
        .where('event_id', '=', eventId)
        .select(['state', 'lane_id'])
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!found) throw new Refusal('webhook/event-not-found')
  await tx
    .updateTable('webhook_delivery')
    .set({ state: webhookDeliveryLifecycle.after(found.state, 'replay'), tries: 0, next_at: null })
    .where('tenant_id', '=', place.tenantId)
    .where('integration_id', '=', place.integrationId)
    .where('event_id', '=', eventId)
    .execute()
  await wakeLane(tx, { ...place, laneId: found.lane_id }, at)
}

async function wakeLane(
  tx: Db,
  { tenantId, integrationId, laneId }: WebhookPlace & { laneId: string },
  at: number,
): Promise<void> {
  await tx
    .insertInto('webhook_lane')
    .values({ tenant_id: tenantId, integration_id: integrationId, lane_id: laneId, due_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'integration_id', 'lane_id'])
        .doUpdateSet({ due_at: sql<number>`least(webhook_lane.due_at, excluded.due_at)` }),
    )
    .execute()
}
