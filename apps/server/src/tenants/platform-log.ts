import type { platformLog } from '@moqi/api/tenant'
import { platformVerbs } from '@moqi/domain/operators/look-rules'
import { Refusal } from '@moqi/domain/refusal'
import type { Handler } from '#src/platform/handlers.ts'
import { isUuid } from '#src/platform/uuid.ts'

/** What the platform did in the space, newest first, for whom it belongs to. */
export const listPlatformLog: Handler<typeof platformLog.listPlatformLog> = async (
  { db },
  { tenantId, space },
  { cursor, pageSize },
) => {
  if (!space.isOwner) throw new Refusal('space/owner-only')
  if (cursor && !isUuid(cursor)) throw new Refusal('request/invalid')
  const rows = await db.read(tenantId, (own) =>
    own
      .selectFrom('platform_log')
      .where('tenant_id', '=', tenantId)
      .$if(Boolean(cursor), (query) => query.where('log_id', '<', cursor ?? ''))
      .orderBy('log_id', 'desc')
      .limit(pageSize + 1)
      .select(['log_id', 'at', 'who', 'verb', 'detail'])
      .execute(),
  )
  const page = rows.slice(0, pageSize)
  return {
    logArray: page.map(({ log_id, at, who, verb, detail }) => ({
      logId: log_id,
      time: at,
      who,
      label: platformVerbs[verb],
      detail,
    })),
    nextCursor: rows.length > pageSize ? (page.at(-1)?.log_id ?? null) : null,
  }
}
