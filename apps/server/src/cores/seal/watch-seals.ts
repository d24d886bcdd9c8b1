import { type SealAlert, sealAlert, sealAlerts, type SealWatch, usualWatch } from '@moqi/domain/seals/seal-watch'
import { hourMs, shanghaiDate, startOfDayShanghai } from '@moqi/domain/time/civil-date'
import { formatDate } from '@moqi/domain/time/format-date'
import { sql } from 'kysely'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { addSealLog, type SealActor } from './seal-log.ts'

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** What is usual, where a company has said so. */
    seal_watch: {
      tenant_id: string
      enabled: boolean
      days: number[]
      from_minute: number
      until_minute: number
      per_hour: number
      per_day: number
    }
    /** The first unusual use of a seal on a day (`2026-11-23`, Beijing). */
    seal_alert: { tenant_id: string; seal_id: string; day: string; at: number; who: string; alert: SealAlert }
  }
}

/** What the company expects of its seals' use. Runs in its tenant. */
export async function watchOf(db: Db, tenantId: string): Promise<SealWatch> {
  const row = await db.selectFrom('seal_watch').where('tenant_id', '=', tenantId).selectAll().executeTakeFirst()
  if (!row) return usualWatch
  const { enabled, days, from_minute: from, until_minute: until, per_hour: perHour, per_day: perDay } = row
  return { enabled, days, from, until, perHour, perDay }
}

/** Says what is usual from now on; the log says who did, and what. */
export async function setWatch(
  deps: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  { tenantId, who, watch }: { tenantId: string; who: SealActor; watch: SealWatch },
): Promise<void> {
  const columns = {
    enabled: watch.enabled,
    days: [...watch.days],
    from_minute: watch.from,
    until_minute: watch.until,
    per_hour: watch.perHour,
    per_day: watch.perDay,
  }
  await tx
    .insertInto('seal_watch')
    .values({ tenant_id: tenantId, ...columns })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(columns))
    .execute()
  await addSealLog(deps, tx, who, { tenantId, sealId: null, verb: 'setWatch', detail: wordsOf(watch) })
}

const clock = (minute: number) =>
  [minute / 60, minute % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')

function wordsOf({ enabled, days, from, until, perHour, perDay }: SealWatch): string {
  if (!enabled) return '关闭'
  const weekdays = days.map((day) => '一二三四五六日'[day - 1]).join('')
  return `周${weekdays} ${clock(from)}–${clock(until)}，每小时${perHour}次，每天${perDay}次`
}

/** The newest unusual use of a seal that was told; null where there is none. Runs in the company's tenant. */
export async function lastAlert(db: Db, { tenantId, sealId }: { tenantId: string; sealId: string }) {
  const found = await db
    .selectFrom('seal_alert')
    .where('tenant_id', '=', tenantId)
    .where('seal_id', '=', sealId)
    .orderBy('day', 'desc')
    .select(['at', 'who', 'alert'])
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}

type Telling = Pick<Deps, 'config' | 'now' | 'newId' | 'sms' | 'derivationKey'>
type Uses = { tenantId: string; sealIds: string[]; who: string }

/**
 * Looks whether the uses that were just recorded are unusual, and tells who manages the seals of the first of a day. In
 * the company's tenant, in the transaction of the signature, which goes on whatever is found.
 */
export async function watchUses(deps: Telling, tx: Db, { tenantId, sealIds, who }: Uses): Promise<void> {
  const at = deps.now()
  const day = formatDate(at, '{y}-{m}-{d}')
  const since = { hour: at - hourMs, midnight: startOfDayShanghai(shanghaiDate(at)) }
  for (const use of await usesNow(tx, { tenantId, sealIds, day, ...since })) {
    const { seal_id: sealId, name: seal, in_hour: inHour, in_day: inDay, watch } = use
    const alert = sealAlert(watch ?? usualWatch, { at, inHour, inDay })
    if (alert === null) continue
    const told = await tx
      .insertInto('seal_alert')
      .values({ tenant_id: tenantId, seal_id: sealId, day, at, who, alert })
      .onConflict((conflict) => conflict.doNothing())
      .returning('day')
      .executeTakeFirst()
    if (!told) continue
    const what = sealAlerts[alert]
    await addSealLog(deps, tx, null, { tenantId, sealId, verb: 'alert', detail: `${who}${what}` })
    for (const accountId of await managersOf(tx, tenantId)) {
      await notify(deps, tx, {
        kind: 'sealAlert',
        to: { accountId, tenantId },
        facts: { seal, sealId, name: who, what },
      })
    }
  }
}

type Asked = { tenantId: string; sealIds: string[]; day: string; hour: number; midnight: number }

/** Of the company's seals that were not told of today; more than the most that may be usual need not be counted. */
const usesNow = compiledOnce(
  (_, { tenantId, sealIds, day, hour, midnight }: Asked) => sql<{
    seal_id: string
    name: string
    in_hour: number
    in_day: number
    watch: SealWatch | null
  }>`
    select s.seal_id, s.name, case when w.tenant_id is null then null else jsonb_build_object('enabled', w.enabled,
        'days', w.days, 'from', w.from_minute, 'until', w.until_minute, 'perHour', w.per_hour, 'perDay', w.per_day)
      end as watch,
      (select count(*)::int from (select from signature_record r where r.tenant_id = s.tenant_id
        and r.seal_id = s.seal_id::text and r.signed_at > ${hour}::bigint limit coalesce(w.per_hour, 200) + 1) h)
        as in_hour,
      (select count(*)::int from (select from signature_record r where r.tenant_id = s.tenant_id
        and r.seal_id = s.seal_id::text and r.signed_at >= ${midnight}::bigint limit coalesce(w.per_day, 200) + 1) d)
        as in_day
    from seal s left join seal_watch w on w.tenant_id = s.tenant_id
    where s.tenant_id = ${tenantId} and s.seal_id = any(${sealIds}::uuid[]) and s.account_id is null
      and not exists (select from seal_alert a where a.tenant_id = s.tenant_id and a.seal_id = s.seal_id
        and a.day = ${day})`,
)

/** Administrators, and whose role lets them manage seals. */
async function managersOf(tx: Db, tenantId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('membership as m')
    .leftJoin('company_role as r', (join) =>
      join.onRef('r.tenant_id', '=', 'm.tenant_id').onRef('r.role_id', '=', 'm.role_id'),
    )
    .where('m.tenant_id', '=', tenantId)
    .where('m.state', '=', 'accepted')
    .where((eb) => eb.or([eb('m.is_owner', '=', true), sql<boolean>`'manageSeals' = any(r.rights)`]))
    .select('m.account_id')
    .execute()
  return rows.map(({ account_id }) => account_id)
}
