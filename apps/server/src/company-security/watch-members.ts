import {
  activityInWords,
  type ActivityKind,
  activityLimits,
  hourOfDay,
  isUnusualHour,
  isUnusualNumber,
} from '@moqi/domain/spaces/activity-watch'
import { dayMs, hourMs, shanghaiDate, startOfDayShanghai } from '@moqi/domain/time/civil-date'
import { formatDate } from '@moqi/domain/time/format-date'
import { sql } from 'kysely'
import { administratorsOf } from '#src/cores/seal/tell-seal-changed.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { notify } from '#src/platform/messages/notify.ts'

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** The first of a kind of a member on a day (`2026-11-23`, Beijing); of an hour, which it was. */
    activity_alert: {
      tenant_id: string
      alert_id: string
      account_id: string
      day: string
      kind: ActivityKind
      at: number
      number: number
      usual: number
    }
  }
}

type Unusual = { accountId: string; kind: ActivityKind; number: number; usual: number }

/**
 * Compares what members of companies did today with what each has done in the last 30 days, and tells administrators
 * of what is unusual, once a member, kind and day. Runs as a job every hour.
 */
export async function watchMembers(deps: Deps): Promise<void> {
  const at = deps.now()
  for (const tenantId of await deps.db.directory((directory) => companiesAtWork(directory, at))) {
    await deps.db.write(tenantId, async (tx) => {
      const found = [...(await hoursOf(tx, tenantId, at)), ...(await numbersOf(tx, tenantId, at))]
      for (const one of found) await tellUnusual(deps, tx, tenantId, one)
    })
  }
}

/** Companies some member of which has used a session since the last time this ran, or nearly. */
async function companiesAtWork(directory: Db, at: number): Promise<string[]> {
  const rows = await directory
    .selectFrom('session as t')
    .innerJoin('membership as m', 'm.account_id', 't.account_id')
    .innerJoin('space as s', 's.tenant_id', 'm.tenant_id')
    .where('t.seen_at', '>', at - 2 * hourMs)
    .where('m.state', '=', 'accepted')
    .where('s.kind', '=', 'company')
    .select('s.tenant_id')
    .distinct()
    .execute()
  return rows.map(({ tenant_id }) => tenant_id)
}

const since = (at: number) => at - (activityLimits.usualDays + 1) * dayMs

async function hoursOf(own: Db, tenantId: string, at: number): Promise<Unusual[]> {
  const rows = await own
    .selectFrom('membership as m')
    .innerJoin('sign_in_log as l', 'l.account_id', 'm.account_id')
    .where('m.tenant_id', '=', tenantId)
    .where('m.state', '=', 'accepted')
    .whereRef('l.at', '>=', 'm.created_at')
    .where('l.at', '>', since(at))
    .where('l.result', '=', 'success')
    .orderBy('l.at')
    .select(['m.account_id', 'l.at'])
    .execute()
  return [...Map.groupBy(rows, ({ account_id }) => account_id)].flatMap(([accountId, signIns]) => {
    const times = signIns.map((one) => one.at)
    const unusual = times.find((one) => one > at - 2 * hourMs && isUnusualHour(one, times))
    return unusual === undefined ? [] : [{ accountId, kind: 'hours' as const, number: hourOfDay(unusual), usual: 0 }]
  })
}

async function numbersOf(own: Db, tenantId: string, at: number): Promise<Unusual[]> {
  const today = startOfDayShanghai(shanghaiDate(at))
  const { rows } = await sql<{ account_id: string; kind: 'downloads' | 'signings'; today: number; busiest: number }>`
    select account_id, kind,
      coalesce(max(number) filter (where day = ${today}::bigint), 0)::int as today,
      coalesce(max(number) filter (where day < ${today}::bigint), 0)::int as busiest
    from (
      select account_id, kind, ${today}::bigint + floor((at - ${today}::bigint) / ${dayMs}::numeric)::bigint
          * ${dayMs}::bigint as day, count(*) as number
      from (
        select account_id, 'downloads' as kind, at from contract_log
          where tenant_id = ${tenantId} and verb = 'download' and at > ${since(at)}::bigint
        union all
        select account_id, 'signings', signed_at from signature_record
          where tenant_id = ${tenantId} and signed_at > ${since(at)}::bigint
      ) as acts
      where account_id in (select account_id from membership where tenant_id = ${tenantId} and state = 'accepted')
      group by 1, 2, 3
    ) as days
    group by account_id, kind
  `.execute(own)
  return rows
    .filter((row) => isUnusualNumber(row.today, row.busiest))
    .map(({ account_id: accountId, kind, ...row }) => ({ accountId, kind, number: row.today, usual: row.busiest }))
}

async function tellUnusual(deps: Deps, tx: Db, tenantId: string, { accountId, kind, number, usual }: Unusual) {
  const at = deps.now()
  const told = await tx
    .insertInto('activity_alert')
    .values({
      tenant_id: tenantId,
      alert_id: deps.newId(),
      account_id: accountId,
      day: formatDate(at, '{y}-{m}-{d}'),
      kind,
      at,
      number,
      usual,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('alert_id')
    .executeTakeFirst()
  if (!told) return
  const { name, nick_name } = await tx
    .selectFrom('membership as m')
    .innerJoin('account as a', 'a.account_id', 'm.account_id')
    .where('m.tenant_id', '=', tenantId)
    .where('m.account_id', '=', accountId)
    .select(['m.name', 'a.nick_name'])
    .executeTakeFirstOrThrow()
  const facts = { name: name || nick_name, what: activityInWords(kind, { number, usual }) }
  for (const administrator of await administratorsOf(tx, tenantId))
    await notify(deps, tx, { kind: 'activityAlert', to: { accountId: administrator, tenantId }, facts })
}
