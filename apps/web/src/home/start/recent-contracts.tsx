import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { call } from '../../client/call.ts'
import { Link } from '../../router/link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { PlainTable, type PlainColumn } from '../../ui/plain-table.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useBelow } from '../../ui/use-phone.ts'
import { TwoLines } from '../../ui/two-lines.tsx'
import { ContractCard } from '../../kit/operations/contract-card.tsx'
import { contractKeys } from '../../kit/contract/contract-keys.ts'
import { viewPath } from '../../kit/contract/contract-paths.ts'
import { type ContractRow } from '../../kit/contract/contract-row.ts'
import { partyLines } from '../../kit/contract/party-text.ts'
import { timeLeft } from '../../kit/contract/time-left.ts'
import { NewRows } from '../../kit/live/new-rows.tsx'
import { useSteadyRows } from '../../kit/live/use-steady-rows.ts'
import { RowOperations } from '../../kit/operations/row-operations.tsx'
import { StatusTags } from '../../kit/contract/status-tags.tsx'

/** Checklist H21. */
const columns: readonly PlainColumn<ContractRow>[] = [
  {
    title: '合同主题',
    render: (row) => (
      <Link to={viewPath(row)} className="title-link clip" title={row.taskName}>
        {row.taskName}
      </Link>
    ),
  },
  { title: '状态', width: 132, render: (row) => <StatusTags row={row} /> },
  { title: '发起人/企业', width: 160, shownFrom: 'desktop', render: (row) => <Party text={row.initiatorName} /> },
  { title: '签署人/企业', width: 160, render: (row) => <Party text={row.signerName} /> },
  { title: '签署截止时间', width: 104, render: (row) => <Until row={row} /> },
  { title: '操作', width: 132, render: (row) => <RowOperations row={row} /> },
]

/** The ten contracts that changed last (checklist H21, H22). */
export function RecentContracts() {
  const recent = useQuery({
    queryKey: contractKeys.recent,
    queryFn: ({ signal }) => call('recentTasks', {}, { signal }),
  })
  const steady = useSteadyRows({
    key: '',
    rows: recent.data?.taskInfoArray ?? none,
    at: recent.dataUpdatedAt,
    reading: recent.isFetching,
    pushed: () => true,
  })
  return (
    <section className="card recent" aria-labelledby="recent-title">
      <div className="card-head">
        <span className="row">
          <h2 id="recent-title" className="h2">
            近期合同
          </h2>
          <NewRows change={steady.change} onTake={steady.takeAll} />
        </span>
        <Link className="link" to="/space/contract-list?status=all">
          查看全部
          <ChevronRight size={16} />
        </Link>
      </div>
      <Rows recent={recent} rows={steady.rows} />
    </section>
  )
}

const none: readonly ContractRow[] = []

type RowsProps = {
  recent: Pick<UseQueryResult, 'data' | 'isError' | 'isFetching' | 'refetch'>
  rows: readonly ContractRow[]
}

function Rows({ recent: { data, isError, isFetching, refetch }, rows }: RowsProps) {
  const cards = useBelow('laptop')
  if (isError && !data) return <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />
  if (!data)
    return (
      <div className="recent-wait" aria-busy="true">
        <Skeleton rows={cards ? 3 : 6} height={cards ? 136 : 48} />
      </div>
    )
  if (rows.length === 0) return <EmptyState title="暂时没有近期合同" />
  if (cards)
    return (
      <div className="card-list">
        {rows.map((row) => (
          <ContractCard key={row.signId} row={row} />
        ))}
      </div>
    )
  return <PlainTable labelledBy="recent-title" columns={columns} rows={rows} rowKey={(row) => row.signId} />
}

function Party({ text }: { text: string }) {
  const { first, rest } = partyLines(text)
  return <TwoLines name={first} company={rest} title={text} />
}

function Until({ row }: { row: ContractRow }) {
  const left = timeLeft(row, useNow())
  if (row.signExpireTime === null) return <span className="muted">—</span>
  return (
    <span className="until">
      {formatDate(row.signExpireTime, '{y}-{m}-{d}')}
      {left && <span>{left}</span>}
    </span>
  )
}
