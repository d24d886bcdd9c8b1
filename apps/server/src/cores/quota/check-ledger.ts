import { sql } from 'kysely'
import type { Database } from '#src/platform/database/database.ts'

/** A pack whose lines do not add up to what it holds, or a credited order without its pack, of one space. */
export type LedgerFault = { tenantId: string; what: string; id: string }

/** Adds up every space's ledger, and compares what was sold with what was credited; empty when all agree. */
export async function checkLedger(db: Database): Promise<LedgerFault[]> {
  const spaces = await db.directory((directory) => directory.selectFrom('space').select('tenant_id').execute())
  const faults: LedgerFault[] = []
  for (const { tenant_id: tenantId } of spaces) {
    const { rows } = await db.read(tenantId, (tenant) =>
      sql<{ what: string; id: string }>`
        select '份包的明细合计与剩余份数不符' as what, p.pack_id::text as id from quota_pack p
        where p.tenant_id = ${tenantId} and p.remaining <> (select coalesce(sum(e.change), 0) from quota_entry e
          where e.tenant_id = p.tenant_id and e.pack_id = p.pack_id)
        union all
        select '订单已支付但没有到账', o.order_id::text from pack_order o
        where o.tenant_id = ${tenantId} and o.state in ('paid', 'done') and not exists (
          select 1 from quota_pack p join quota_entry e on e.tenant_id = p.tenant_id and e.pack_id = p.pack_id
          where p.tenant_id = o.tenant_id and p.order_id = o.order_id and p.pack_id = o.pack_id
            and e.kind = 'purchase' and e.change = o.copies)
        union all
        select '份包没有对应的已支付订单', p.pack_id::text from quota_pack p
        where p.tenant_id = ${tenantId} and p.order_id is not null and not exists (
          select 1 from pack_order o where o.tenant_id = p.tenant_id and o.order_id = p.order_id
            and o.paid_at is not null and o.copies = p.total)
        union all
        select '订单已支付但没有收到款项', o.order_id::text from pack_order o
        where o.tenant_id = ${tenantId} and o.paid_at is not null and not exists (
          select 1 from payment y where y.tenant_id = o.tenant_id and y.order_id = o.order_id
            and y.transaction_no is not null and y.fen = o.fen)
        order by 1, 2`.execute(tenant),
    )
    faults.push(...rows.map((row) => ({ tenantId, ...row })))
  }
  return faults
}
