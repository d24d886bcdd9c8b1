import type { FraudReport } from '@moqi/api/fraud-report'
import { reportLifecycle, type ReportState, reportStateLabels } from '@moqi/domain/contract/report-lifecycle'
import { formatDate } from '@moqi/domain/time/format-date'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { UnreadRecords } from '../../kit/list/table-or-cards.tsx'
import { ExportButton } from '../../kit/operator/export-button.tsx'
import { RoomFrame } from '../../kit/operator/room-frame.tsx'
import { useSearchParams } from '../../router/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useNow } from '../../ui/use-now.ts'
import { ReportDetail } from './report-detail.tsx'
import './reports.css'

const options = reportLifecycle.states.map((value) => ({ value, label: reportStateLabels[value] }))
const stateOf = (text: string | null): ReportState =>
  reportLifecycle.states.find((state) => state === text) ?? reportLifecycle.initial

/** Reports of fraud: those that wait, the oldest first, and beside them the one that is open. */
export function ReportsPage() {
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const state = stateOf(params.get('state'))
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, ...unread } = useInfiniteQuery({
    queryKey: ['operator', 'reports', state, search],
    queryFn: ({ signal, pageParam }) =>
      call(
        'listFraudReports',
        { reportState: state, ...(search && { search }), ...(pageParam && { cursor: pageParam }) },
        { signal, quiet: true },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const rows = data?.pages.flatMap(({ reportArray }) => reportArray)
  const show = (wished: { search?: string; state?: ReportState; reportNo?: string }) => {
    const next = { search, state, ...wished }
    const { initial } = reportLifecycle
    setParams(
      new URLSearchParams({
        ...(next.search && { search: next.search }),
        ...(next.state !== initial && { state: next.state }),
        ...(next.reportNo && { reportNo: next.reportNo }),
      }),
      { replace: true },
    )
  }
  return (
    <RoomFrame
      title="举报"
      note="收到即止损，再慢慢查；24小时内给举报人答复"
      acts={<ExportButton list="reports" search={search} state={state} />}
    >
      <div className="report-tools">
        <SearchField label="举报编号或发起方" value={search} onSearch={(text) => show({ search: text })} />
        <Segmented label="状态" options={options} value={state} onChange={(value) => show({ state: value })} />
      </div>
      {!rows && <UnreadRecords {...unread} />}
      {rows && (
        <Found
          rows={rows}
          empty={emptyWords(search, state)}
          chosen={params.get('reportNo')}
          onOpen={(reportNo) => show({ reportNo })}
          onMore={hasNextPage ? fetchNextPage : null}
          busy={isFetchingNextPage}
        />
      )}
    </RoomFrame>
  )
}

const emptyWords = (search: string, state: ReportState) =>
  search
    ? { title: '没有找到举报', hint: '编号从开头输入；名称可以只输入一部分' }
    : { title: `没有${reportStateLabels[state]}的举报`, hint: '签署方举报合同后会出现在这里' }

type FoundProps = {
  rows: readonly FraudReport[]
  empty: { title: string; hint: string }
  /** The number of the report that is open; null: the first. */
  chosen: string | null
  onOpen: (reportNo: string) => void
  /** Null behind the last. */
  onMore: (() => unknown) | null
  busy: boolean
}

function Found({ rows, empty, chosen, onOpen, onMore, busy }: FoundProps) {
  const open = chosen ?? rows[0]?.reportNo
  if (open === undefined || rows.length === 0) {
    return (
      <div className="card">
        <EmptyState {...empty} />
      </div>
    )
  }
  return (
    <div className="reports">
      <nav className="card report-list" aria-label="举报">
        <ul>
          {rows.map((row) => (
            <li key={row.reportNo}>
              <ReportButton row={row} isOpen={row.reportNo === open} onOpen={() => onOpen(row.reportNo)} />
            </li>
          ))}
        </ul>
        {onMore && (
          <div className="room-more">
            <Button busy={busy} onClick={() => void onMore()}>
              显示更多
            </Button>
          </div>
        )}
      </nav>
      <ReportDetail key={open} reportNo={open} />
    </div>
  )
}

type ReportButtonProps = { row: FraudReport; isOpen: boolean; onOpen: () => void }

const ReportButton = ({ row, isOpen, onOpen }: ReportButtonProps) => (
  <button type="button" aria-current={isOpen} onClick={onOpen}>
    <b className="report-word">{row.reasonLabel}</b>
    <span className="small report-word">{row.launcherName}</span>
    <span className="spread">
      <span className="small muted num">{formatDate(row.reportTime, '{m}-{d} {h}:{i}')}</span>
      <DueTag row={row} />
    </span>
  </button>
)

const hourMs = 3_600_000

/** How much of the day is left in which whoever reported is to be answered. */
function DueTag({ row: { reportState, dueTime } }: { row: FraudReport }) {
  const left = dueTime - useNow()
  if (reportState !== reportLifecycle.initial) {
    return <Tag tone={reportState === 'upheld' ? 'seal' : 'grey'}>{reportStateLabels[reportState]}</Tag>
  }
  if (left <= 0) return <Tag tone="seal">已超时</Tag>
  const hours = Math.max(1, Math.ceil(left / hourMs))
  return <Tag tone={hours <= 4 ? 'ochre' : 'grey'}>{`还有${hours}小时`}</Tag>
}
