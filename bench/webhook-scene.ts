import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'pg'
import { z } from 'zod'
import { post } from './http-call.ts'
import type { PlatformUnderTest } from './platform-under-test.ts'

/** A company of the demo whose integrations listen. */
export type Listeners = { tenantId: string; integrationIds: string[] }

/** Signs its administrator in, and makes `count` integrations that hear of everything. */
export async function listeners(url: string, count: number): Promise<Listeners> {
  const { asking, tenantId } = await administrator(url)
  const integrationIds: string[] = []
  for (let made = 0; made < count; made++) {
    const input = { integrationName: `系统${made + 1}`, scopeArray: ['read' as const] }
    const { integrationId } = await post(url, 'saveIntegration', input, { ...asking, key: randomUUID() })
    await post(url, 'makeIntegrationSecret', { integrationId }, { ...asking, key: randomUUID() })
    const heard = { integrationId, callbackUrl: 'https://oa.example.com/moqi', eventArray: ['TASK_SENT' as const] }
    await post(url, 'saveWebhook', heard, { ...asking, key: randomUUID() })
    integrationIds.push(integrationId)
  }
  return { tenantId, integrationIds }
}

/** The demo's company administrator, signed in to the company. */
export async function administrator(url: string) {
  const { token } = await post(url, 'loginByAccount', { userName: '13800000002', password: 'Moqi@2026', rememberMe: 1 })
  const { spaceInfoArray } = await post(url, 'getUserSpaceInfo', {}, { token })
  const tenantId = spaceInfoArray.find(({ spaceType }) => spaceType === 'company')?.tenantId ?? ''
  return { asking: { token, tenantId }, tenantId }
}

/** Events that wait: `lanes` contracts' of `each` event, dealt out among the integrations. */
export async function seedEvents(
  platform: PlatformUnderTest,
  { tenantId, integrationIds }: Listeners,
  { lanes, each, at }: { lanes: number; each: number; at: number },
): Promise<void> {
  await asOwner(platform, [seeding, [tenantId, integrationIds, lanes, each, at]])
  await takeStock(platform)
}

const seeding = `with lane as (
    select gen_random_uuid() as lane_id, ($2::uuid[])[1 + n % cardinality($2::uuid[])] as integration_id
    from generate_series(1, $3) n),
  told as (
    insert into webhook_delivery
      (tenant_id, integration_id, event_id, lane_id, event_no, event, body, state, tries, created_at)
    select $1, integration_id, gen_random_uuid(), lane_id, no, 'TASK_SENT',
      json_build_object('event', 'TASK_SENT', 'lane', lane_id, 'no', no)::text, 'waiting', 0, $5
    from lane, generate_series(1, $4) no)
  insert into webhook_lane (tenant_id, integration_id, lane_id, due_at)
  select $1, integration_id, lane_id, $5 from lane`

/** What the database does by itself, a minute after its tables have grown: until then it plans for empty ones. */
export const takeStock = (platform: PlatformUnderTest): Promise<unknown[]> => asOwner(platform, ['analyze', []])

async function asOwner(
  { owner }: PlatformUnderTest,
  [text, values]: [text: string, values: unknown[]],
): Promise<unknown[]> {
  const pool = new Pool({ ...owner, max: 1 })
  try {
    return (await pool.query(text, values)).rows
  } finally {
    await pool.end()
  }
}

const Due = z.object({ due: z.coerce.number().nullable() })

/** When something is sent next, ms; null where nothing is to be. */
export async function nextDue(platform: PlatformUnderTest): Promise<number | null> {
  const [row] = await asOwner(platform, ['select min(due_at) as due from webhook_lane', []])
  return Due.parse(row).due
}

const State = z.object({ state: z.string(), count: z.int() })

/** How many events are in each state. */
export async function eventStates(platform: PlatformUnderTest): Promise<Record<string, number>> {
  const rows = await asOwner(platform, [
    'select state, count(*)::int as count from webhook_delivery group by state',
    [],
  ])
  return Object.fromEntries(rows.map((row) => State.parse(row)).map(({ state, count }) => [state, count]))
}

/** Resolves when nothing waits any more. Throws when that takes longer than `limitMs`. */
export async function allTold(platform: PlatformUnderTest, limitMs: number): Promise<void> {
  for (const until = performance.now() + limitMs; ; await pause(50)) {
    const { waiting = 0 } = await eventStates(platform)
    if (waiting === 0) return
    if (performance.now() > until) throw new Error(`${waiting} events wait`)
  }
}
