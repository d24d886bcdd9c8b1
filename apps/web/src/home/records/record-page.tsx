import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { showRefusal } from '../../client/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import type { PlainColumn } from '../../ui/plain-table.tsx'
import { totalText } from '../../kit/list/list-total.ts'
import { TableOrCards, UnreadRecords } from '../../kit/list/table-or-cards.tsx'
import type { RecordAsking } from './record-filter.ts'
import './records.css'

type RecordPageProps<T> = {
  asking: RecordAsking
  /** Names the query beside what is asked. */
  queryKey: readonly string[]
  read: (cursor: string | null, signal: AbortSignal) => Promise<{ rows: readonly T[]; nextCursor: string | null }>
  columns: readonly PlainColumn<T>[]
  rowKey: (row: T) => string
  renderCard: (row: T) => ReactNode
  /** What an empty list says, and an empty answer to a filter. */
  empty: string
  labelledBy: string
}

/** One page of records: a table on a desktop, cards on a phone, or why there is none. */
export const RecordPage = <T,>(props: RecordPageProps<T>) => <Records key={props.asking.key} {...props} />

function Records<T>({ asking, queryKey, read, columns, rowKey, renderCard, empty, labelledBy }: RecordPageProps<T>) {
  const { filter, ask, key } = asking
  const { pageSize } = filter
  const [cursors, setCursors] = useState<readonly (string | null)[]>([null])
  const cursor = cursors.at(-1) ?? null
  const list = useQuery({
    queryKey: [...queryKey, key, cursor],
    queryFn: ({ signal }) => read(cursor, signal),
    placeholderData: (previous) => previous,
  })
  const { data, error, isPlaceholderData } = list
  useEffect(() => showRefusal(error), [error])
  if (!data) return <UnreadRecords {...list} />
  const { rows, nextCursor } = data
  if (rows.length === 0 && cursors.length === 1 && nextCursor === null)
    return <NoRecords empty={empty} asking={asking} />
  const next = isPlaceholderData ? null : nextCursor
  const before = (cursors.length - 1) * pageSize
  const pager = (
    <Pager
      total={totalText({ total: undefined, before, onPage: rows.length, more: nextCursor !== null })}
      pageSize={pageSize}
      onPageSize={(size) => ask({ ...filter, pageSize: size === 20 || size === 50 ? size : 10 })}
      onPrevious={cursors.length > 1 ? () => setCursors(cursors.slice(0, -1)) : null}
      onNext={next === null ? null : () => setCursors([...cursors, next])}
    />
  )
  return (
    <TableOrCards labelledBy={labelledBy} {...{ columns, rows, rowKey, renderCard, pager }} busy={isPlaceholderData} />
  )
}

function NoRecords({ empty, asking }: Pick<RecordPageProps<unknown>, 'empty' | 'asking'>) {
  const { narrowed, clear } = asking
  return (
    <div className="card list-table">
      <EmptyState title={narrowed ? '没有找到符合条件的记录' : empty}>
        {narrowed && <Button onClick={clear}>清除筛选条件</Button>}
      </EmptyState>
    </div>
  )
}
