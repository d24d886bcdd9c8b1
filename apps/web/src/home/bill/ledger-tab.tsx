import { countText } from '@moqi/domain/labels/count-text'
import type { LedgerLine } from '@moqi/api/bill'
import { keysOf } from '@moqi/domain/keys-of'
import { type LedgerKind, ledgerKindLabels } from '@moqi/domain/quota/ledger'
import { formatDate } from '@moqi/domain/time/format-date'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { viewPath } from '../../kit/contract/contract-paths.ts'
import { Link } from '../../router/link.tsx'
import { ListCard } from '../../ui/list-card.tsx'
import type { PlainColumn } from '../../ui/plain-table.tsx'
import { Select } from '../../ui/select.tsx'
import { TwoLines } from '../../ui/two-lines.tsx'
import { BillList } from './bill-list.tsx'
import { orderPath } from './bill-paths.ts'

const kinds = keysOf(ledgerKindLabels)
const day = (at: number) => formatDate(at, '{y}-{m}-{d}')

/** The ledger, newest first: what changed, what was left, and of which contract or order it was. */
export function LedgerTab({ tenantId }: { tenantId: string }) {
  const [kind, setKind] = useState<LedgerKind | ''>('')
  return (
    <>
      <div className="bill-filter">
        <Select<LedgerKind | ''>
          aria-label="变动类型"
          value={kind}
          options={[
            { value: '', label: '全部变动类型' },
            ...kinds.map((one) => ({ value: one, label: ledgerKindLabels[one] })),
          ]}
          onChange={setKind}
        />
      </div>
      <BillList
        queryKey={['orders', 'ledger', tenantId, kind]}
        read={async (page, signal) => {
          const input = { ...page, ...(kind !== '' && { ledgerKind: kind }) }
          const { lineArray, nextCursor } = await call('listLedger', input, { signal })
          return { rows: lineArray, nextCursor }
        }}
        columns={columns}
        rowKey={({ lineId }) => lineId}
        renderCard={(line) => (
          <ListCard
            title={ledgerKindLabels[line.ledgerKind]}
            tag={<Change line={line} />}
            facts={[
              ['结余', `${countText(line.balance)} 份`],
              ['关联合同', line.contract?.taskName ?? line.reason ?? line.order?.orderNo ?? '—'],
              ['套餐', line.packName],
            ]}
            foot={formatDate(line.lineTime, '{y}-{m}-{d} {h}:{i}')}
            actions={<Lead line={line} />}
          />
        )}
        empty={kind === '' ? '暂无账单记录' : '没有找到符合条件的记录'}
      />
    </>
  )
}

const columns: readonly PlainColumn<LedgerLine>[] = [
  {
    title: '时间',
    width: 128,
    render: ({ lineTime }) => <TwoLines name={day(lineTime)} company={formatDate(lineTime, '{h}:{i}')} />,
  },
  { title: '变动类型', width: 104, render: ({ ledgerKind }) => ledgerKindLabels[ledgerKind] },
  { title: '变动份数', width: 96, render: (line) => <Change line={line} /> },
  {
    title: '结余',
    width: 88,
    render: ({ balance }) => <span className="muted">{countText(balance)}</span>,
  },
  { title: '关联合同', render: (line) => <About line={line} /> },
  {
    title: '套餐',
    width: 152,
    shownFrom: 'desktop',
    render: ({ packName, packEndTime }) => (
      <TwoLines name={packName} company={packEndTime === null ? '长期有效' : `${day(packEndTime)}到期`} />
    ),
  },
  {
    title: '发起人',
    width: 120,
    shownFrom: 'wide',
    render: ({ contract }) => <span className="clip">{contract?.launcherName ?? '—'}</span>,
  },
]

function Change({ line: { change } }: { line: LedgerLine }) {
  const number = countText(Math.abs(change))
  return <b className={change > 0 ? 'ledger-plus' : undefined}>{change > 0 ? `+${number}` : `−${number}`}</b>
}

function About({ line }: { line: LedgerLine }) {
  const { contract, order } = line
  if (contract)
    return (
      <span className="two-lines">
        <Link className="title-link clip" to={viewPath({ signId: contract.signId, taskType: 'normal' })}>
          {contract.taskName || '未命名合同'}
        </Link>
        <span className="clip">{contract.taskNo}</span>
      </span>
    )
  if (line.reason !== null) return <span className="ledger-reason">{line.reason}</span>
  if (!order) return <span className="muted">—</span>
  return (
    <span className="two-lines">
      <Link className="title-link clip" to={orderPath(order.orderId)}>
        订单
      </Link>
      <span className="clip">{order.orderNo}</span>
    </span>
  )
}

function Lead({ line: { contract, order } }: { line: LedgerLine }) {
  if (contract)
    return (
      <Link
        className="link"
        to={viewPath({ signId: contract.signId, taskType: 'normal' })}
        aria-label={`查看合同：${contract.taskName}`}
      >
        查看合同
      </Link>
    )
  if (!order) return null
  return (
    <Link className="link" to={orderPath(order.orderId)} aria-label={`查看订单：${order.orderNo}`}>
      查看订单
    </Link>
  )
}
