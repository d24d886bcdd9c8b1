import {
  nextTryAt,
  webhookDeliveryLifecycle,
  type WebhookFault,
  webhookLimits,
} from '@moqi/domain/webhooks/webhook-delivery'
import { sql } from 'kysely'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
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
    if (tries.length > 0) {
      await writeTries(tx, place, tries)
      await settle(deps, tx, place, tries)
    }
    await moveLanes(deps, tx, place, laneIds)
  })
}

/** Held before it is looked whether more waits: whoever writes an event holds its lane until it can be seen. */
const holdLanes = (tx: Db, { tenantId, integrationId }: WebhookPlace, laneIds: readonly string[]) =>
  lanesHeld(tx, { tenantId, integrationId, laneIds })

const lanesHeld = compiledOnce(
  (_, given: WebhookPlace & { laneIds: readonly string[] }) => sql`
    select lane_id from webhook_lane where tenant_id = ${given.tenantId}::uuid
      and integration_id = ${given.integrationId}::uuid and lane_id = any (${given.laneIds}::uuid[])
    order by lane_id for update`,
)

async function writeTries(tx: Db, place: WebhookPlace, tries: readonly Tried[]): Promise<void> {
  const ends = tries.map(endOf)
  const eventIds = tries.map(({ eventId }) => eventId)
  await Promise.all([
    eventsMoved(tx, {
      ...place,
      eventIds,
      states: ends.map(({ state }) => state),
      failures: ends.map(({ failures }) => failures),
      nexts: ends.map(({ nextAt }) => nextAt),
    }),
    triesWritten(tx, {
      ...place,
      eventIds,
      tryIds: tries.map(({ tryId }) => tryId),
      times: tries.map(({ at }) => at),
      statuses: tries.map(({ status }) => status),
      faults: tries.map(({ fault }) => fault),
      durations: tries.map(({ ms }) => ms),
    }),
  ])
}

/** What a try leaves its event at: its state, how often it failed by now, and when it is due again. */
function endOf({ tries, at, fault }: Tried) {
  const { initial, after } = webhookDeliveryLifecycle
  if (fault === null) return { state: after(initial, 'deliver'), failures: tries, nextAt: null }
  const nextAt = nextTryAt(tries + 1, at)
  return { state: after(initial, nextAt === null ? 'giveUp' : 'retry'), failures: tries + 1, nextAt }
}

type Moved = { eventIds: string[]; states: string[]; failures: number[]; nexts: (number | null)[] }

const eventsMoved = compiledOnce(
  (_, given: WebhookPlace & Moved) => sql`
    update webhook_delivery as d set state = to_state, tries = failures, next_at = at
    from unnest(${given.eventIds}::uuid[], ${given.states}::text[], ${given.failures}::int[], ${given.nexts}::bigint[])
      as moved (id, to_state, failures, at)
    where d.tenant_id = ${given.tenantId}::uuid and d.integration_id = ${given.integrationId}::uuid
      and d.event_id = moved.id and d.event_id = any (${given.eventIds}::uuid[])`,
)

type Written = {
  eventIds: string[]
  tryIds: string[]
  times: number[]
  statuses: (number | null)[]
  faults: (WebhookFault | null)[]
  durations: number[]
}

/** Of an event that was forgotten meanwhile nothing is written. */
const triesWritten = compiledOnce(
  (_, given: WebhookPlace & Written) => sql`
    insert into webhook_try (tenant_id, integration_id, event_id, try_id, at, status, fault, ms)
    select d.tenant_id, d.integration_id, d.event_id, try_id, at, status, fault, ms
    from unnest(${given.eventIds}::uuid[], ${given.tryIds}::uuid[], ${given.times}::bigint[], ${given.statuses}::int[],
      ${given.faults}::text[], ${given.durations}::int[]) as tried (id, try_id, at, status, fault, ms)
    join webhook_delivery d on d.tenant_id = ${given.tenantId}::uuid
      and d.integration_id = ${given.integrationId}::uuid and d.event_id = tried.id
      and d.event_id = any (${given.eventIds}::uuid[])`,
)

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
const moveLanes = ({ now }: Pick<Deps, 'now'>, tx: Db, place: WebhookPlace, laneIds: readonly string[]) =>
  lanesMoved(tx, { ...place, laneIds, at: now(), later: now() + hourMs })

const hourMs = 3_600_000

/** In the statement's text, so that the index of what waits is used. */
const waiting = sql.lit(webhookDeliveryLifecycle.initial)

type Moving = { laneIds: readonly string[]; at: number; later: number }

const lanesMoved = compiledOnce(
  (_, given: WebhookPlace & Moving) => sql`
    with first as (
      select distinct on (d.lane_id) d.lane_id, case when i.disabled_at is null
        then coalesce(d.next_at, ${given.at}::bigint) else ${given.later}::bigint end as due_at
      from webhook_delivery d
      join webhook w using (tenant_id, integration_id) join integration i using (tenant_id, integration_id)
      where d.tenant_id = ${given.tenantId}::uuid and d.integration_id = ${given.integrationId}::uuid
        and d.lane_id = any (${given.laneIds}::uuid[]) and d.state = ${waiting} and w.paused_at is null
      order by d.lane_id, d.event_no),
    ended as (
      delete from webhook_lane where tenant_id = ${given.tenantId}::uuid
        and integration_id = ${given.integrationId}::uuid and lane_id = any (${given.laneIds}::uuid[])
        and not lane_id in (select lane_id from first))
    update webhook_lane l set due_at = first.due_at from first
    where l.tenant_id = ${given.tenantId}::uuid and l.integration_id = ${given.integrationId}::uuid
      and l.lane_id = first.lane_id`,
)
