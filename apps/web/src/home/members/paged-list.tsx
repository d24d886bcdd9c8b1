import { useQuery } from '@tanstack/react-query'
import { Fragment, useState, type ReactNode } from 'react'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Pager } from '../../ui/pager.tsx'
import { PlainTable, type PlainColumn } from '../../ui/plain-table.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { pageSizeOf, usePages } from '../../ui/use-pages.ts'
import { memberKeys } from '../../kit/members/member-keys.ts'

type Asked = { cursor: string | null; pageSize: 10 | 20 | 50 }
type Page<Row> = { rows: readonly Row[]; nextCursor: string | null; total: number }
type PagedListProps<Row> = {
  /** Under which key of the members' its pages are kept. */
  name: string
  title: string
  /** What its rows are chosen by, in one text: another one begins at the first page. */
  filter: string
  read: (asked: Asked, signal: AbortSignal) => Promise<Page<Row>>
  columns: readonly PlainColumn<Row>[]
  rowKey: (row: Row) => string
  renderCard: (row: Row) => ReactNode
  /** Stands in the place of no rows. */
  empty: ReactNode
}

/** A list of the members page, one page of it, as a table or as cards. */
export function PagedList<Row>({ name, title, filter, read, columns, rowKey, renderCard, empty }: PagedListProps<Row>) {
  const [pageSize, setPageSize] = useState<Asked['pageSize']>(10)
  const asked = `${filter} ${pageSize}`
  const { cursor, previous, nextTo } = usePages(asked)
  const list = useQuery({
    queryKey: [...memberKeys.all, name, asked, cursor],
    queryFn: ({ signal }) => read({ cursor, pageSize }, signal),
    placeholderData: (before, query) => (query?.queryKey[2] === asked ? before : undefined),
  })
  if (list.isError && !list.data) return <LoadingFailed onRetry={() => void list.refetch()} busy={list.isFetching} />
  if (!list.data)
    return (
      <div className="members-wait" aria-busy="true">
        <Skeleton rows={6} height={44} />
      </div>
    )
  const { rows, nextCursor, total } = list.data
  if (rows.length === 0) return empty
  return (
    <>
      <h2 id="members-title" className="sr">
        {title}
      </h2>
      <div className="from-laptop">
        <PlainTable labelledBy="members-title" columns={columns} rows={rows} rowKey={rowKey} />
      </div>
      <div className="below-laptop members-cards">
        {rows.map((row) => (
          <Fragment key={rowKey(row)}>{renderCard(row)}</Fragment>
        ))}
      </div>
      <Pager
        total={`共${total}条`}
        pageSize={pageSize}
        onPageSize={(size) => setPageSize(pageSizeOf(size))}
        onPrevious={previous}
        onNext={nextTo(nextCursor)}
      />
    </>
  )
}
