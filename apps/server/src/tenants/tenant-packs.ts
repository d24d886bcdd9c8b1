import type { operatorTenant } from '@moqi/api/tenant'
import { ledgerKindLabels, packKindLabels } from '@moqi/domain/quota/ledger'
import type { Db } from '#src/platform/database/database.ts'
import type { Handler } from '#src/platform/handlers.ts'

const mostShown = 50

/** Packs, orders and the last lines of the ledger of a space that is looked into; no line says for which contract. */
export const tenantPacks: Handler<typeof operatorTenant.tenantPacks> = async ({ db }, _operator, { tenantId }) =>
  db.read(tenantId, async (tenant) => ({
    packArray: (await packs(tenant, tenantId)).map((row) => ({
      packId: row.pack_id,
      packName: row.name ?? packKindLabels[row.kind],
      total: row.total,
      remaining: row.remaining,
      giveTime: row.given_at,
      endTime: row.expires_at,
    })),
    orderArray: (await orders(tenant, tenantId)).map((row) => ({
      orderId: row.order_id,
      orderNo: row.order_no,
      packName: row.pack_name,
      copies: row.copies,
      fen: row.fen,
      orderStatus: row.state,
      createTime: row.created_at,
    })),
    lineArray: (await lines(tenant, tenantId)).map((row) => ({
      lineId: row.quota_entry_id,
      lineTime: row.created_at,
      kindLabel: ledgerKindLabels[row.kind],
      change: row.change,
      packName: row.name ?? packKindLabels[row.pack_kind],
    })),
  }))

const packs = (tenant: Db, tenantId: string) =>
  tenant
    .selectFrom('quota_pack')
    .where('tenant_id', '=', tenantId)
    .orderBy('given_at', 'desc')
    .orderBy('pack_id', 'desc')
    .limit(mostShown)
    .select(['pack_id', 'kind', 'name', 'total', 'remaining', 'given_at', 'expires_at'])
    .execute()

const orders = (tenant: Db, tenantId: string) =>
  tenant
    .selectFrom('pack_order')
    .where('tenant_id', '=', tenantId)
    .orderBy('created_at', 'desc')
    .limit(mostShown)
    .select(['order_id', 'order_no', 'pack_name', 'copies', 'fen', 'state', 'created_at'])
    .execute()

const lines = (tenant: Db, tenantId: string) =>
  tenant
    .selectFrom('quota_entry as e')
    .innerJoin('quota_pack as p', (join) =>
      join.onRef('p.tenant_id', '=', 'e.tenant_id').onRef('p.pack_id', '=', 'e.pack_id'),
    )
    .where('e.tenant_id', '=', tenantId)
    .orderBy('e.created_at', 'desc')
    .orderBy('e.quota_entry_id', 'desc')
    .limit(mostShown)
    .select(['e.quota_entry_id', 'e.created_at', 'e.kind', 'e.change', 'p.name', 'p.kind as pack_kind'])
    .execute()
