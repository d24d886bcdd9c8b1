import type { companySecurity } from '@moqi/api/company-security'
import { activityInWords } from '@moqi/domain/spaces/activity-watch'
import { sql } from 'kysely'
import type { Handler } from '#src/platform/handlers.ts'
import { pageOf, readCursor } from '#src/platform/keyset.ts'

/** What members did that was not usual for them, newest first, by keyset. */
export const listActivityAlerts: Handler<typeof companySecurity.listActivityAlerts> = async (
  { db },
  { tenantId },
  { cursor, pageSize },
) => {
  const before = readCursor(cursor)
  const rows = await db.read(tenantId, (own) =>
    own
      .selectFrom('activity_alert as t')
      .innerJoin('account as a', 'a.account_id', 't.account_id')
      .leftJoin('membership as m', (join) =>
        join.onRef('m.tenant_id', '=', 't.tenant_id').onRef('m.account_id', '=', 't.account_id'),
      )
      .where('t.tenant_id', '=', tenantId)
      .$if(before !== null, (query) => query.where(sql<boolean>`(t.at, t.alert_id) < (${before?.at}, ${before?.id})`))
      .orderBy('t.at', 'desc')
      .orderBy('t.alert_id', 'desc')
      .limit(pageSize + 1)
      .select(['t.alert_id', 't.at', 't.kind', 't.number', 't.usual', 'm.name', 'a.nick_name'])
      .execute(),
  )
  const { page, nextCursor } = pageOf(rows, pageSize, (row) => ({ at: row.at, id: row.alert_id }))
  return {
    alertArray: page.map((row) => ({
      alertId: row.alert_id,
      time: row.at,
      memberName: row.name || row.nick_name,
      text: activityInWords(row.kind, row),
    })),
    nextCursor,
  }
}
