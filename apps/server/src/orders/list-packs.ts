import type { bill } from '@moqi/api/bill'
import { packKindLabels, surplusOf } from '@moqi/domain/quota/ledger'
import { dayMs, shanghaiDate, startOfDayShanghai } from '@moqi/domain/time/civil-date'
import { usedSince } from '#src/cores/quota/used-since.ts'
import type { Handler } from '#src/platform/handlers.ts'

const soonMs = 30 * dayMs
const mostShown = 200

/** Every pack of the space, the newest first, and what they come to. */
export const listPacks: Handler<typeof bill.listPacks> = ({ db, now }, { tenantId }) =>
  db.read(tenantId, async (tenant) => {
    const rows = await tenant
      .selectFrom('quota_pack as p')
      .leftJoin('pack_order as o', (join) =>
        join.onRef('o.tenant_id', '=', 'p.tenant_id').onRef('o.order_id', '=', 'p.order_id'),
      )
      .where('p.tenant_id', '=', tenantId)
      .orderBy('p.given_at', 'desc')
      .orderBy('p.pack_id', 'desc')
      .limit(mostShown)
      .selectAll('p')
      .select('o.order_no')
      .execute()
    const at = now()
    const packs = rows.map((row) => ({ packId: row.pack_id, remaining: row.remaining, expiresAt: row.expires_at }))
    const ending = packs.filter(({ expiresAt }) => expiresAt !== null && expiresAt <= at + soonMs)
    return {
      packArray: rows.map((row) => ({
        packId: row.pack_id,
        packName: row.name ?? packKindLabels[row.kind],
        total: row.total,
        remaining: row.remaining,
        getTime: row.given_at,
        endTime: row.expires_at,
        order: row.order_id && row.order_no ? { orderId: row.order_id, orderNo: row.order_no } : null,
      })),
      surplus: surplusOf(packs, at),
      endingNumber: surplusOf(ending, at),
      usedNumber: await usedSince(tenant, tenantId, startOfDayShanghai({ ...shanghaiDate(at), day: 1 })),
    }
  })
