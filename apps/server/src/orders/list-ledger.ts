import type { bill, LedgerLine } from '@moqi/api/bill'
import type { Input } from '@moqi/api/call'
import { ledgerKindLabels, packKindLabels, type LedgerKind, type PackKind } from '@moqi/domain/quota/ledger'
import { Refusal } from '@moqi/domain/refusal'
import { formatDate } from '@moqi/domain/time/format-date'
import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { type Keyset, pageOf, readCursor } from '#src/platform/keyset.ts'
import { writeSpreadsheet } from '#src/platform/spreadsheet.ts'

type Asked = Input<typeof bill.exportLedger>
type Row = {
  quota_entry_id: string
  created_at: number
  kind: LedgerKind
  change: number
  balance: number
  sign_id: string | null
  subject: string | null
  contract_no: string | null
  launcher: string | null
  order_id: string | null
  order_no: string | null
  pack_name: string | null
  pack_kind: PackKind
  expires_at: number | null
  reason: string | null
}

const mostExported = 20_000

/** The space's ledger, newest first, each line with its contract or order and what was left after it. */
export const listLedger: Handler<typeof bill.listLedger> = async ({ db }, { tenantId }, input) => {
  const before = readCursor(input.cursor)
  const rows = await db.read(tenantId, (tenant) =>
    linesOf(tenant, { tenantId, before, most: input.pageSize + 1 }, input),
  )
  const { page, nextCursor } = pageOf(rows, input.pageSize, (row) => ({ at: row.created_at, id: row.quota_entry_id }))
  return { lineArray: page.map(wireLine), nextCursor }
}

const columns: readonly (readonly [title: string, width: number, text: (line: LedgerLine) => string])[] = [
  ['时间', 20, ({ lineTime }) => formatDate(lineTime)],
  ['变动类型', 12, ({ ledgerKind }) => ledgerKindLabels[ledgerKind]],
  ['变动份数', 10, ({ change }) => (change > 0 ? `增加${change}` : `减少${-change}`)],
  ['结余', 10, ({ balance }) => String(balance)],
  ['关联合同', 40, ({ contract }) => contract?.taskName ?? ''],
  ['合同编号', 24, ({ contract }) => contract?.taskNo ?? ''],
  ['发起人', 20, ({ contract }) => contract?.launcherName ?? ''],
  ['订单号', 24, ({ order }) => order?.orderNo ?? ''],
  ['调整原因', 40, ({ reason }) => reason ?? ''],
  ['套餐名称', 20, ({ packName }) => packName],
  ['套餐有效期至', 14, ({ packEndTime }) => (packEndTime === null ? '长期' : formatDate(packEndTime, '{y}-{m}-{d}'))],
]

/** The same as a workbook, at most 20,000 lines. */
export const exportLedger: Handler<typeof bill.exportLedger> = async (deps, { tenantId }, input) => {
  const rows = await deps.db.read(tenantId, (tenant) =>
    linesOf(tenant, { tenantId, before: null, most: mostExported + 1 }, input),
  )
  if (rows.length > mostExported) {
    throw new Refusal('field/invalid', { field: 'timeStart', message: `超过${mostExported}条，请缩小时间范围后再导出` })
  }
  const bytes = writeSpreadsheet({
    name: '份数明细',
    widths: columns.map(([, width]) => width),
    rows: [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, , text]) => text(wireLine(row))))],
  })
  const fileName = `份数明细-${formatDate(deps.now(), '{y}{m}{d}')}.xlsx`
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return { bytes, type, etag: deps.newId(), fileName }
}

type Page = { tenantId: string; before: Keyset | null; most: number }

async function linesOf(db: Db, { tenantId, before, most }: Page, asked: Asked): Promise<Row[]> {
  const { ledgerKind = null, timeStart = null, timeEnd = null } = asked
  const { rows } = await sql<Row>`
    with line as (
      select e.*, sum(e.change) over (order by e.created_at, e.quota_entry_id)::int as balance
      from quota_entry e where e.tenant_id = ${tenantId}::uuid),
    page as (
      select * from line
      where (${ledgerKind}::text is null or kind = ${ledgerKind}::text)
        and (${timeStart}::bigint is null or created_at >= ${timeStart}::bigint)
        and (${timeEnd}::bigint is null or created_at <= ${timeEnd}::bigint)
        and (${before?.at ?? null}::bigint is null
          or (created_at, quota_entry_id) < (${before?.at ?? null}::bigint, ${before?.id ?? null}::uuid))
      order by created_at desc, quota_entry_id desc limit ${most})
    select page.quota_entry_id, page.created_at, page.kind, page.change, page.balance, page.reason, c.initiator_sign_id as sign_id,
      c.subject, c.contract_no, c.initiator_name as launcher,
      case when page.kind in ('purchase', 'refund', 'adjust') then o.order_id end as order_id,
      o.order_no, p.name as pack_name, p.kind as pack_kind, p.expires_at
    from page join quota_pack p on p.tenant_id = page.tenant_id and p.pack_id = page.pack_id
    left join contract c on c.tenant_id = page.tenant_id and c.contract_id = page.contract_id
    left join pack_order o on o.tenant_id = p.tenant_id and o.order_id = p.order_id
    order by page.created_at desc, page.quota_entry_id desc`.execute(db)
  return rows
}

const wireLine = (row: Row): LedgerLine => ({
  lineId: row.quota_entry_id,
  lineTime: row.created_at,
  ledgerKind: row.kind,
  change: row.change,
  balance: row.balance,
  contract:
    row.sign_id === null
      ? null
      : {
          signId: row.sign_id,
          taskName: row.subject ?? '',
          taskNo: row.contract_no ?? '',
          launcherName: row.launcher ?? '',
        },
  order: row.order_id === null ? null : { orderId: row.order_id, orderNo: row.order_no ?? '' },
  reason: row.reason,
  packName: row.pack_name ?? packKindLabels[row.pack_kind],
  packEndTime: row.expires_at,
})
