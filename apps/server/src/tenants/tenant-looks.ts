import type { Look, operatorTenant } from '@moqi/api/tenant'
import { keysOf } from '@moqi/domain/keys-of'
import { lookParts } from '@moqi/domain/operators/look-rules'
import { Refusal } from '@moqi/domain/refusal'
import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { requireTenant } from './find-tenants.ts'

const pageSize = 20

/** Who of the platform has looked into a space, why, and at what; the newest first. */
export const listLooks: Handler<typeof operatorTenant.listLooks> = async ({ db, now }, _operator, input) => {
  const { cursor } = input
  if (cursor && !isUuid(cursor)) throw new Refusal('request/invalid')
  const { tenant_id: tenantId } = await db.directory((directory) => requireTenant(directory, input.tenantId))
  const asked = { tenantId, at: now(), before: cursor || null, limit: pageSize + 1 }
  const looks = await db.read(tenantId, (tenant) => looksInto(tenant, asked))
  const page = looks.slice(0, pageSize).map(({ look }) => look)
  return { lookArray: page, nextCursor: looks.length > pageSize ? (page.at(-1)?.lookId ?? null) : null }
}

type Asked = { tenantId: string; at: number; before: string | null; limit: number }

/** Looks into a space before one of them, the newest first, each with whose it is and which parts were seen. */
export async function looksInto(tenant: Db, { tenantId, at, before, limit }: Asked) {
  const rows = await tenant
    .selectFrom('tenant_look as l')
    .innerJoin('operator as o', 'o.operator_id', 'l.operator_id')
    .where('l.tenant_id', '=', tenantId)
    .$if(before !== null, (query) => query.where('l.look_id', '<', before ?? ''))
    .orderBy('l.look_id', 'desc')
    .limit(limit)
    .selectAll('l')
    .select('o.name')
    .select((eb) =>
      eb
        .selectFrom('platform_log as p')
        .whereRef('p.tenant_id', '=', 'l.tenant_id')
        .whereRef('p.look_id', '=', 'l.look_id')
        .where('p.verb', '=', 'seePart')
        .select(sql<string[] | null>`array_agg(p.detail order by p.log_id)`.as('parts'))
        .as('parts'),
    )
    .execute()
  return rows.map((row): { by: string; look: Look } => ({
    by: row.operator_id,
    look: {
      lookId: row.look_id,
      operatorName: row.name,
      reason: row.reason,
      ticket: row.ticket,
      startTime: row.opened_at,
      endTime: row.ended_at ?? row.ends_at,
      isOver: row.ended_at !== null || row.ends_at <= at ? 1 : 0,
      partArray: keysOf(lookParts).filter((part) => row.parts?.includes(lookParts[part])),
    },
  }))
}
