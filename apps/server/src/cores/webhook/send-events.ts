import { createHmac } from 'node:crypto'
import { webhookDeliveryLifecycle, webhookLimits } from '@moqi/domain/webhooks/webhook-delivery'
import { webhookHeaders, webhookStringToSign } from '@moqi/domain/webhooks/webhook-signature'
import { sql } from 'kysely'
import { appIdOf } from '#src/cores/integration/app-id.ts'
import type { secretOpener } from '#src/cores/integration/secrets.ts'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { recordTries, type Tried } from './record-tries.ts'
import type { WebhookPlace } from './webhook-store.ts'

type Sending = Pick<Deps, 'db' | 'now' | 'newId' | 'webhook' | 'config' | 'derivationKey' | 'sms'>

/** Lanes of one integration that are due. */
export type DueLanes = WebhookPlace & { laneIds: string[] }

/** Takes lanes that are due, of each integration so many, for a minute: whoever takes them sends within it. */
export async function claimLanes({ db, now }: Pick<Deps, 'db' | 'now'>, busy: readonly string[]): Promise<DueLanes[]> {
  const at = now()
  const { rows } = await db.directoryWrite((tx) =>
    sql<{ tenantId: string; integrationId: string; laneId: string }>`
      with due as (
        select * from webhook_lane where due_at <= ${at} and not integration_id = any (${busy}::uuid[])
        order by due_at limit 1000),
      ranked as (
        select *, row_number() over (partition by tenant_id, integration_id order by due_at) as place from due),
      free as (
        select l.tenant_id, l.integration_id, l.lane_id from webhook_lane l
        join ranked r using (tenant_id, integration_id, lane_id)
        where r.place <= ${webhookLimits.together} and l.due_at <= ${at}
        for update of l skip locked)
      update webhook_lane l set due_at = ${at + 60_000}::bigint from free
      where l.tenant_id = free.tenant_id and l.integration_id = free.integration_id and l.lane_id = free.lane_id
      returning l.tenant_id as "tenantId", l.integration_id as "integrationId", l.lane_id as "laneId"`.execute(tx),
  )
  const groups = new Map<string, DueLanes>()
  for (const { tenantId, integrationId, laneId } of rows) {
    const known = groups.get(integrationId) ?? { tenantId, integrationId, laneIds: [] }
    known.laneIds.push(laneId)
    groups.set(integrationId, known)
  }
  return [...groups.values()]
}

/** Sends the first event that waits in each of these lanes, and writes down what became of it. */
export async function sendEvents(deps: Sending, open: ReturnType<typeof secretOpener>, lanes: DueLanes): Promise<void> {
  const { tenantId, integrationId } = lanes
  const { target, secrets, heads } = await deps.db.read(tenantId, (own) => readDue(deps, own, lanes))
  const keys = await Promise.all(secrets.map((sealed) => open(tenantId, sealed)))
  const isOpen = target && target.pausedAt === null && target.disabledAt === null && keys.length > 0
  const tries = await Promise.all(
    isOpen
      ? heads.map((head) => tryOnce(deps, { appId: appIdOf(tenantId, integrationId), url: target.url, keys }, head))
      : [],
  )
  await recordTries(deps, lanes, tries)
}

type Head = { eventId: string; laneId: string; body: string; tries: number }

async function tryOnce(
  { now, newId, webhook }: Pick<Deps, 'now' | 'newId' | 'webhook'>,
  { appId, url, keys }: { appId: string; url: string; keys: Buffer[] },
  { eventId, laneId, body, tries }: Head,
): Promise<Tried> {
  const at = now()
  const timestamp = String(at)
  const text = webhookStringToSign(timestamp, body)
  const headers = {
    [webhookHeaders.appId]: appId,
    [webhookHeaders.eventId]: eventId,
    [webhookHeaders.timestamp]: timestamp,
    // By each secret that holds, so that a receiver may change over when it likes.
    [webhookHeaders.signature]: keys.map((key) => createHmac('sha256', key).update(text).digest('base64')).join(' '),
  }
  const { status, fault } = await webhook.post({ url, headers, body })
  return { tryId: newId(), eventId, laneId, tries, at, status, fault, ms: Math.max(0, now() - at) }
}

async function readDue({ now }: Pick<Deps, 'now'>, own: Db, { tenantId, integrationId, laneIds }: DueLanes) {
  const [target, secrets, heads] = await Promise.all([
    own
      .selectFrom('webhook as w')
      .innerJoin('integration as i', (join) =>
        join.onRef('i.tenant_id', '=', 'w.tenant_id').onRef('i.integration_id', '=', 'w.integration_id'),
      )
      .where('w.tenant_id', '=', tenantId)
      .where('w.integration_id', '=', integrationId)
      .select(['w.url', 'w.paused_at as pausedAt', 'i.disabled_at as disabledAt'])
      .executeTakeFirst(),
    own
      .selectFrom('integration_secret as s')
      .innerJoin('tenant_key as k', 'k.tenant_id', 's.tenant_id')
      .where('s.tenant_id', '=', tenantId)
      .where('s.integration_id', '=', integrationId)
      .where((row) => row.or([row('s.ends_at', 'is', null), row('s.ends_at', '>', now())]))
      .orderBy('s.created_at', 'desc')
      .select(['s.secret_id as secretId', 's.sealed', 'k.sealed as dataKey'])
      .execute(),
    firstWaiting(own, { tenantId, integrationId, laneIds }),
  ])
  return { target, secrets, heads }
}

/** In the statement's text, so that the index of what waits is used. */
const waiting = sql.lit(webhookDeliveryLifecycle.initial)

/** The first event that waits in each of these lanes. */
const firstWaiting = compiledOnce(
  (_, given: DueLanes) => sql<Head>`
    select distinct on (lane_id) event_id as "eventId", lane_id as "laneId", body, tries from webhook_delivery
    where tenant_id = ${given.tenantId}::uuid and integration_id = ${given.integrationId}::uuid
      and lane_id = any (${given.laneIds}::uuid[]) and state = ${waiting}
    order by lane_id, event_no`,
)
