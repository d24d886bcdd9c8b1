import {
  nextTryAt,
  webhookDeliveryLifecycle,
  type WebhookFault,
  webhookLimits,
} from '@moqi/domain/webhooks/webhook-delivery'
import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { pauseWebhook, type WebhookPlace } from './webhook-store.ts'

/** One try of an event that had failed `tries` times before. */
export type Tried = {
  tryId: string
  eventId: string
  laneId: string
  tries: number
  at: number
  status: number | null
  fault: WebhookFault | null
  ms: number
}
type Recording = Pick<Deps, 'db' | 'now' | 'newId' | 'config' | 'derivationKey' | 'sms'>

/** Writes tries down, says when each lane is due again, and pauses what has failed for a day. */
export async function recordTries(
  deps: Recording,
  { laneIds, ...place }: WebhookPlace & { laneIds: readonly string[] },
  tries: readonly Tried[],
): Promise<void> {
  await deps.db.write(place.tenantId, async (tx) => {
    await holdLanes(tx, place, laneIds)
    for (const tried of tries) await recordTry(tx, place, tried)
    if (tries.length > 0) await settle(deps, tx, place, tries)
    await moveLanes(deps, tx, place, laneIds)
  })
}

/** Held before it is looked whether more waits: whoever writes an event holds its lane until it can be seen. */
async function holdLanes(tx: Db, { tenantId, integrationId }: WebhookPlace, laneIds: readonly string[]) {
  await tx
    .selectFrom('webhook_lane')
    .where('tenant_id', '=', tenantId)
    .where('integration_id', '=', integrationId)
    .where('lane_id', 'in', laneIds)
    .orderBy('lane_id')
    .select('lane_id')
    .forUpdate()
    .execute()
}

async function recordTry(tx: Db, { tenantId, integrationId }: WebhookPlace, tried: Tried): Promise<void> {
  const { tryId, eventId, at, status, fault, ms } = tried
  const tries = tried.tries + (fault === null ? 0 : 1)
  const nextAt = fault === null ? null : nextTryAt(tries, at)
  const failed = nextAt === null ? 'giveUp' : 'retry'
  const state = webhookDeliveryLifecycle.after(webhookDeliveryLifecycle.initial, fault === null ? 'deliver' : failed)
  await Promise.all([
    tx
      .updateTable('webhook_delivery')
      .set({ state, tries, next_at: nextAt })
      .where('tenant_id', '=', tenantId)
      .where('integration_id', '=', integrationId)
      .where('event_id', '=', eventId)
      .execute(),
    sql`insert into webhook_try (tenant_id, integration_id, event_id, try_id, at, status, fault, ms)
      select tenant_id, integration_id, event_id, ${tryId}::uuid, ${at}::bigint, ${status}::int, ${fault}::text,
        ${ms}::int
      from webhook_delivery
      where tenant_id = ${tenantId} and integration_id = ${integrationId} and event_id = ${eventId}`.execute(tx),
  ])
}

/** Notes since when nothing arrives; after a day of that pauses, and tells the administrators. */
async function settle(deps: Recording, tx: Db, place: WebhookPlace, tries: readonly Tried[]): Promise<void> {
  const { tenantId, integrationId } = place
  const hasArrived = tries.some(({ fault }) => fault === null)
  const at = deps.now()
  const since = hasArrived ? sql<null>`null` : sql<number>`coalesce(failing_since, ${at}::bigint)`
  const row = await tx
    .updateTable('webhook')
    .set({ failing_since: since })
    .where('tenant_id', '=', tenantId)
    .where('integration_id', '=', integrationId)
    .returning(['failing_since', 'paused_at'])
    .executeTakeFirst()
  if (!row || row.failing_since === null || row.paused_at !== null) return
  if (at - row.failing_since < webhookLimits.pauseAfterMs) return
  await pauseWebhook(tx, place, at)
  const { name: app } = await tx
    .selectFrom('integration')
    .where('tenant_id', '=', tenantId)
    .where('integration_id', '=', integrationId)
    .select('name')
    .executeTakeFirstOrThrow()
  const owners = await tx
    .selectFrom('membership')
    .where('tenant_id', '=', tenantId)
    .where('is_owner', '=', true)
    .select('account_id')
    .execute()
  for (const { account_id: accountId } of owners) {
    await notify(deps, tx, { kind: 'webhookPaused', to: { accountId, tenantId }, facts: { app, integrationId } })
  }
}

/** Lanes with nothing to send, or of what is paused, end; those of what is disabled are looked at in an hour. */
async function moveLanes(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  { tenantId, integrationId }: WebhookPlace,
  laneIds: readonly string[],
): Promise<void> {
  await sql`
    with first as (
      select distinct on (d.lane_id) d.lane_id, case when i.disabled_at is null then coalesce(d.next_at, ${now()}::bigint)
        else ${now() + 3_600_000}::bigint end as due_at
      from webhook_delivery d
      join webhook w using (tenant_id, integration_id) join integration i using (tenant_id, integration_id)
      where d.tenant_id = ${tenantId} and d.integration_id = ${integrationId} and d.lane_id = any (${laneIds}::uuid[])
        and d.state = ${webhookDeliveryLifecycle.initial} and w.paused_at is null
      order by d.lane_id, d.event_no),
    ended as (
      delete from webhook_lane where tenant_id = ${tenantId} and integration_id = ${integrationId}
        and lane_id = any (${laneIds}::uuid[]) and not lane_id in (select lane_id from first))
    update webhook_lane l set due_at = first.due_at from first
    where l.tenant_id = ${tenantId} and l.integration_id = ${integrationId} and l.lane_id = first.lane_id`.execute(tx)
}
