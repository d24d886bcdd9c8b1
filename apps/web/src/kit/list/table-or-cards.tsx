import type { ReactNode } from 'react'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { PlainTable, type PlainColumn } from '../../ui/plain-table.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import './contract-list.css'

type TableOrCardsProps<T> = {
  labelledBy: string
  columns: readonly PlainColumn<T>[]
  rows: readonly T[]
  rowKey: (row: T) => string
  renderCard: (row: T) => ReactNode
  pager: ReactNode
  /** What is shown is the page before, while the next is read. */
  busy: boolean
}

/** One page of records: a table where there is room, else cards. */
export function TableOrCards<T>({ labelledBy, columns, rows, rowKey, renderCard, pager, busy }: TableOrCardsProps<T>) {
  return (
    <>
      <div className="card list-table from-laptop" aria-busy={busy}>
        <div className={busy ? 'list-busy' : ''}>
          <PlainTable labelledBy={labelledBy} columns={columns} rows={rows} rowKey={rowKey} />
        </div>
        {pager}
      </div>
      <div className="below-laptop">
        <h2 className="sr">记录</h2>
        <div className="list-cards">
          {rows.map((row) => (
            <div key={rowKey(row)}>{renderCard(row)}</div>
          ))}
        </div>
        {pager}
      </div>
    </>
  )
}

type UnreadProps = { error: unknown; isFetching: boolean; refetch: () => unknown }

/** What stands in the place of records that are not there yet, or could not be read. */
export function UnreadRecords({ error, isFetching, refetch }: UnreadProps) {
  if (!error) return <ListSkeleton rows={6} />
  return (
    <div className="card list-table">
      <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />
    </div>
  )
}
