import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'

/**
 * What is wrong with the places of one tenant's lines: each contract has as many as it has counted, and the chain has
 * them in the order in which the journal tells of them. What was there before the journal was is told of at time 0.
 */
export async function placeFaults(tenant: Db, tenantId: string): Promise<{ what: string; place: number | null }[]> {
  const { rows: gaps } = await sql<{ log_no: number }>`
    select l.log_no from contract c left join lateral (
      select coalesce(max(log_no), 0) as log_no, count(*) as number from contract_log
      where tenant_id = c.tenant_id and contract_id = c.contract_id) l on true
    where c.tenant_id = ${tenantId} and (l.log_no <> c.next_log - 1 or l.number <> l.log_no)`.execute(tenant)
  const { rows: moved } = await sql<{ seq: number | null }>`
    select seq from (
      select l.seq, lag(l.seq) over (order by j.seq) as before
      from row_journal j join contract_log l
        on l.contract_id = split_part(j.row_key, '/', 1)::uuid and l.log_no = split_part(j.row_key, '/', 2)::int
      where j.space = ${tenantId}::text and j.table_name = 'contract_log' and j.made_at > 0 and j.seq is not null
        and j.tags like '{"line_hash":[null,%' and l.tenant_id = ${tenantId}::uuid) as line
    where seq is null or seq <= before`.execute(tenant)
  return [
    ...gaps.map(({ log_no: place }) => ({ what: '合同的日志缺少记录', place })),
    ...moved.map(({ seq: place }) => ({ what: '日志记录不在原位', place })),
  ]
}
