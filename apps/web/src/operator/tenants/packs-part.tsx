import { orderStateLabels } from '@moqi/domain/labels/status-labels'
import { formatDate } from '@moqi/domain/time/format-date'
import { call } from '../../client/call.ts'
import { Link } from '../../router/link.tsx'
import { PartList, UnreadPart } from './part-list.tsx'
import { usePart } from './use-part.ts'

const signed = (change: number) => (change > 0 ? `+${change}` : `−${-change}`)
const yuan = (fen: number) => `¥${(fen / 100).toFixed(2)}`

/** Packs, orders, and the last lines of the ledger; none says for which contract. */
export function PacksPart({ tenantId }: { tenantId: string }) {
  const { data, ...unread } = usePart('packs', tenantId, (signal) =>
    call('tenantPacks', { tenantId }, { signal, quiet: true }),
  )
  if (!data) return <UnreadPart {...unread} />
  return (
    <>
      <h3 className="part-title">份包</h3>
      <PartList
        label="份包"
        empty="没有份包"
        rows={data.packArray.map((row) => ({
          key: row.packId,
          title: row.packName,
          note: row.endTime === null ? '长期有效' : `${formatDate(row.endTime)} 到期`,
          end: `剩${row.remaining}份，共${row.total}份`,
        }))}
      />
      <h3 className="part-title">订单</h3>
      <PartList
        label="订单"
        empty="没有订单"
        rows={data.orderArray.map((row) => ({
          key: row.orderId,
          title: `${row.packName}　${yuan(row.fen)}`,
          note: `${row.orderNo}　${formatDate(row.createTime)}`,
          end: orderStateLabels[row.orderStatus],
        }))}
      />
      <p>
        <Link className="link" to={`/orders?${new URLSearchParams({ search: tenantId })}`}>
          在订单页中打开
        </Link>
      </p>
      <h3 className="part-title">最近的份数明细</h3>
      <PartList
        label="最近的份数明细"
        empty="没有明细"
        rows={data.lineArray.map((row) => ({
          key: row.lineId,
          title: row.kindLabel,
          note: `${row.packName}　${formatDate(row.lineTime)}`,
          end: signed(row.change),
        }))}
      />
    </>
  )
}
