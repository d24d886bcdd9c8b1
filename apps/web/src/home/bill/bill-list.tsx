import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { showRefusal } from '../../client/call-error.ts'
import { ListSkeleton } from '../../kit/list/list-skeleton.tsx'
import { totalText } from '../../kit/list/list-total.ts'
import '../../kit/list/contract-list.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Pager } from '../../ui/pager.tsx'
import { PlainTable, type PlainColumn } from '../../ui/plain-table.tsx'
import { pageSizeOf, usePages } from '../../ui/use-pages.ts'

type PageSize = ReturnType<typeof pageSizeOf>
type BillListProps<T> = {
  queryKey: readonly string[]
  read: (
    page: { cursor: string | null; pageSize: PageSize },
    signal: AbortSignal,
  ) => Promise<{ rows: readonly T[]; nextCursor: string | null }>
  columns: readonly PlainColumn<T>[]
  rowKey: (row: T) => string
  renderCard: (row: T) => ReactNode
  empty: string
}

/** A list of the bill page by page: a table where there is room, else cards. */
export function BillList<T>({ queryKey, read, columns, rowKey, renderCard, empty }: BillListProps<T>) {
  const [pageSize, setPageSize] = useState<PageSize>(10)
  const { cursor, before, previous, nextTo } = usePages([...queryKey, pageSize].join(' '))
  const list = useQuery({
    queryKey: [...queryKey, pageSize, cursor],
    queryFn: ({ signal }) => read({ cursor, pageSize }, signal),
    placeholderData: (earlier) => earlier,
  })
  const { data, error, isFetching, isPlaceholderData } = list
  useEffect(() => showRefusal(error), [error])
  if (error && !data)
    return (
      <div className="card list-table">
        <LoadingFailed onRetry={() => void list.refetch()} busy={isFetching} />
      </div>
    )
  if (!data) return <ListSkeleton rows={6} />
  const { rows, nextCursor } = data
  if (rows.length === 0 && before === 0)
    return (
      <div className="card list-table">
        <EmptyState title={empty} />
      </div>
    )
  const extent = { total: undefined, before: before * pageSize, onPage: rows.length, more: nextCursor !== null }
  const pager = (
    <Pager
      total={totalText(extent)}
      pageSize={pageSize}
      onPageSize={(size) => setPageSize(pageSizeOf(size))}
      onPrevious={previous}
      onNext={isPlaceholderData ? null : nextTo(nextCursor)}
    />
  )
  return (
    <>
      <div className="card list-table from-laptop" aria-busy={isPlaceholderData}>
        <PlainTable labelledBy="me-title" columns={columns} rows={rows} rowKey={rowKey} />
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
