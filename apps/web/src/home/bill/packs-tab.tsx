import { countText } from '@moqi/domain/labels/count-text'
import type { BillPack } from '@moqi/api/bill'
import { dayMs } from '@moqi/domain/time/civil-date'
import { formatDate } from '@moqi/domain/time/format-date'
import '../../kit/list/contract-list.css'
import { Link } from '../../router/link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListCard } from '../../ui/list-card.tsx'
import { PlainTable, type PlainColumn } from '../../ui/plain-table.tsx'
import { Tag, type Tone } from '../../ui/tag.tsx'
import { TwoLines } from '../../ui/two-lines.tsx'
import { useNow } from '../../ui/use-now.ts'
import { orderPath } from './bill-paths.ts'

const soonMs = 30 * dayMs

function stateOf({ remaining, endTime }: BillPack, now: number): { tone: Tone; label: string } {
  if (endTime !== null && endTime <= now) return { tone: 'void', label: '已过期' }
  if (remaining === 0) return { tone: 'void', label: '已用完' }
  return endTime !== null && endTime - now <= soonMs
    ? { tone: 'ochre', label: '即将到期' }
    : { tone: 'green', label: '使用中' }
}

const day = (at: number) => formatDate(at, '{y}-{m}-{d}')
const until = ({ endTime }: BillPack) => (endTime === null ? '长期有效' : day(endTime))

/** Every pack: what was in it, what is left, until when. */
export function PacksTab({ packs }: { packs: readonly BillPack[] }) {
  const now = useNow()
  if (packs.length === 0)
    return (
      <div className="card list-table">
        <EmptyState title="暂无账单记录" hint="购买套餐后，份数的每一笔增减都记在这里。" />
      </div>
    )
  const columns: readonly PlainColumn<BillPack>[] = [
    {
      title: '套餐名称',
      render: (pack) => <TwoLines name={pack.packName} company={pack.order?.orderNo ?? '平台赠送'} />,
    },
    { title: '购买份数', width: 104, render: ({ total }) => `${countText(total)} 份` },
    { title: '剩余份数', width: 184, render: (pack) => <LeftBar pack={pack} /> },
    { title: '到账时间', width: 120, shownFrom: 'desktop', render: ({ getTime }) => day(getTime) },
    { title: '有效期至', width: 120, render: until },
    { title: '状态', width: 112, render: (pack) => <PackTag pack={pack} now={now} /> },
    { title: '操作', width: 96, render: (pack) => <OrderLink pack={pack} /> },
  ]
  return (
    <>
      <div className="card list-table from-laptop">
        <PlainTable labelledBy="me-title" columns={columns} rows={packs} rowKey={({ packId }) => packId} />
      </div>
      <div className="below-laptop">
        <h2 className="sr">套餐</h2>
        <div className="list-cards">
          {packs.map((pack) => (
            <ListCard
              key={pack.packId}
              title={pack.packName}
              tag={<PackTag pack={pack} now={now} />}
              facts={[
                ['剩余份数', `${countText(pack.remaining)} / ${countText(pack.total)} 份`],
                ['有效期至', until(pack)],
              ]}
              foot={`${day(pack.getTime)} 到账`}
              actions={<OrderLink pack={pack} />}
            />
          ))}
        </div>
      </div>
    </>
  )
}

function PackTag({ pack, now }: { pack: BillPack; now: number }) {
  const { tone, label } = stateOf(pack, now)
  return <Tag tone={tone}>{label}</Tag>
}

function LeftBar({ pack: { remaining, total } }: { pack: BillPack }) {
  return (
    <span className="left-bar">
      <i aria-hidden="true">
        <i style={{ width: `${(remaining / total) * 100}%` }} />
      </i>
      <b>{countText(remaining)} 份</b>
    </span>
  )
}

function OrderLink({ pack: { order, packName } }: { pack: BillPack }) {
  if (!order) return <span className="muted">—</span>
  return (
    <Link className="link" to={orderPath(order.orderId)} aria-label={`查看订单：${packName}`}>
      查看订单
    </Link>
  )
}
