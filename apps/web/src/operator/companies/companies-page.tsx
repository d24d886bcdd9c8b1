import type { CompanyReview } from '@moqi/api/company-review'
import { companyKindNames } from '@moqi/domain/identity/company-paper'
import { formatDate } from '@moqi/domain/time/format-date'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { TableOrCards, UnreadRecords } from '../../kit/list/table-or-cards.tsx'
import { ExportButton } from '../../kit/operator/export-button.tsx'
import { NothingFound, QueueTools } from '../../kit/operator/queue-tools.tsx'
import { RoomFrame } from '../../kit/operator/room-frame.tsx'
import { useSought } from '../../kit/operator/use-sought.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { PlainColumn } from '../../ui/plain-table.tsx'
import { CompanySheet } from './company-sheet.tsx'
import './companies.css'

/** Companies whose papers wait to be looked at, the oldest first. */
export function CompaniesPage() {
  const [open, setOpen] = useState<CompanyReview | null>(null)
  const sought = useSought()
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, ...unread } = useInfiniteQuery({
    queryKey: ['operator', 'companies', sought.search],
    queryFn: ({ signal, pageParam }) =>
      call('listCompanyReviews', { ...sought.asked, ...(pageParam && { cursor: pageParam }) }, { signal, quiet: true }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const rows = data?.pages.flatMap(({ reviewArray }) => reviewArray)
  const reviewers = data?.pages[0]?.reviewers ?? 1
  const note = reviewers === 2 ? '最早提交的在前；须两人先后审核' : '最早提交的在前；证照照片只在审核时打开'
  return (
    <RoomFrame title="企业审核" note={note} acts={<ExportButton list="companies" search={sought.search} />}>
      <QueueTools label="单位、法定代表人或完整手机号" sought={sought} />
      {!rows && <UnreadRecords {...unread} />}
      {rows && (
        <Waiting
          isSought={sought.isSought}
          rows={rows}
          onOpen={setOpen}
          onMore={hasNextPage ? fetchNextPage : null}
          busy={isFetchingNextPage}
        />
      )}
      {open && <CompanySheet review={open} reviewers={reviewers} onClose={() => setOpen(null)} />}
    </RoomFrame>
  )
}

type Opening = (row: CompanyReview) => void
type WaitingProps = {
  rows: readonly CompanyReview[]
  /** Others may wait that are not what is looked for. */
  isSought: boolean
  onOpen: Opening
  /** Null behind the last. */
  onMore: (() => unknown) | null
  busy: boolean
}

function Waiting({ rows, isSought, onOpen, onMore, busy }: WaitingProps) {
  if (rows.length === 0 && !onMore) {
    if (isSought) return <NothingFound hint="名称可以只输入一部分；手机号须完整输入" />
    return (
      <div className="card">
        <EmptyState title="没有待审核的企业" hint="选择人工审核的企业认证会出现在这里" />
      </div>
    )
  }
  return (
    <>
      <h2 className="sr" id="room-companies">
        待审核的企业
      </h2>
      <TableOrCards
        labelledBy="room-companies"
        columns={columnsFor(onOpen)}
        rows={rows}
        rowKey={({ authid }) => authid}
        renderCard={(row) => <CompanyCard row={row} onOpen={onOpen} />}
        busy={false}
        pager={
          onMore && (
            <div className="room-more">
              <Button busy={busy} onClick={() => void onMore()}>
                显示更多
              </Button>
            </div>
          )
        }
      />
    </>
  )
}

/** Where two must look: how far it has come, and for whom it is. */
const stageOf = ({ hasFirst, isFirstOwn }: CompanyReview): string => {
  if (hasFirst === 0) return '待审核'
  return isFirstOwn === 1 ? '您已初审' : '待复核'
}

const columnsFor = (onOpen: Opening): readonly PlainColumn<CompanyReview>[] => [
  { title: '单位名称', render: ({ companyName }) => <span className="company-name">{companyName}</span> },
  { title: '单位类型', width: 200, shownFrom: 'desktop', render: ({ kind }) => companyKindNames[kind] },
  { title: '办理人', width: 140, render: ({ operatorName }) => <span className="company-name">{operatorName}</span> },
  { title: '进度', width: 100, render: stageOf },
  { title: '提交时间', width: 180, render: ({ submitTime }) => formatDate(submitTime) },
  { title: '操作', width: 110, render: (row) => <OpenButton row={row} onOpen={onOpen} /> },
]

const OpenButton = ({ row, onOpen }: { row: CompanyReview; onOpen: Opening }) => (
  <Button size="s" disabled={row.isFirstOwn === 1} aria-label={`审核：${row.companyName}`} onClick={() => onOpen(row)}>
    审核
  </Button>
)

const CompanyCard = ({ row, onOpen }: { row: CompanyReview; onOpen: Opening }) => (
  <div className="card company-waits">
    <b className="company-name">{row.companyName}</b>
    <p>
      {companyKindNames[row.kind]}，{stageOf(row)}
    </p>
    <p className="small muted num">
      {row.operatorName}　{formatDate(row.submitTime)}
    </p>
    <Button block disabled={row.isFirstOwn === 1} aria-label={`审核：${row.companyName}`} onClick={() => onOpen(row)}>
      审核
    </Button>
  </div>
)
