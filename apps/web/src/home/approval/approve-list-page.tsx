import type { ApproveRow } from '@moqi/api/approval'
import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { call } from '../../client/call.ts'
import { useSpace } from '../../client/space-store.ts'
import '../../kit/list/contract-list.css'
import { ListSkeleton } from '../../kit/list/list-skeleton.tsx'
import { totalText } from '../../kit/list/list-total.ts'
import { approvalKeys } from '../../kit/approval/approval-keys.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Pager } from '../../ui/pager.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { pageSizeOf, usePages } from '../../ui/use-pages.ts'
import { ApproveCard } from './approve-card.tsx'
import { approveColumns, type ApproveTab } from './approve-columns.tsx'
import './approve-list.css'

const tabs: readonly (readonly [ApproveTab, string])[] = [
  ['myapproval', '待我审批'],
  ['approved', '我已审批'],
  ['mine', '我提交的'],
]

const empties: Record<ApproveTab, readonly [title: string, hint: string]> = {
  myapproval: ['暂无待审批的用印申请', '有人申请用印并轮到您时，会短信和站内消息通知您。'],
  approved: ['您还没有审批过用印申请', '您同意或驳回的申请会留在这里。'],
  mine: ['您还没有提交过用印申请', '签署时选用需要审批的印章，就会提交用印申请。'],
}

/** Applications for the use of seals: those that wait for the viewer, were decided, or were made (checklist R36). */
export function ApproveListPage() {
  const [params] = useSearchParams()
  const tab = tabs.find(([key]) => key === params.get('status'))?.[0] ?? 'myapproval'
  const space = useSpace((state) => state.current)
  const [pageSize, setPageSize] = useState<10 | 20 | 50>(10)
  const { cursor, before, previous, nextTo } = usePages(`${tab} ${pageSize} ${space?.tenantId ?? ''}`)
  const list = useQuery({
    queryKey: [...approvalKeys.list, space?.tenantId, tab, pageSize, cursor],
    queryFn: ({ signal }) => call('listApprove', { status: tab, cursor, pageSize }, { signal }),
  })
  const { data } = list
  return (
    <>
      <h1 id="approvals-title" className="h1 approve-title">
        审批管理
      </h1>
      <div className="card approve-list">
        <nav className="approve-tabs" aria-label="审批分类">
          {tabs.map(([key, label]) => (
            <Link key={key} to={`?status=${key}`} replace aria-current={key === tab ? 'page' : undefined}>
              {label}
              {key === 'myapproval' && data && <span className="num">{data.pendingNumber}</span>}
            </Link>
          ))}
        </nav>
        {data ? (
          <Applications
            tab={tab}
            page={data}
            before={before * pageSize}
            pager={{ pageSize, onPageSize: (size) => setPageSize(pageSizeOf(size)), onPrevious: previous }}
            onNext={nextTo(data.nextCursor)}
          />
        ) : list.error ? (
          <LoadingFailed busy={list.isFetching} onRetry={() => void list.refetch()} />
        ) : (
          <ListSkeleton rows={4} />
        )}
      </div>
    </>
  )
}

type ApplicationsProps = {
  tab: ApproveTab
  page: Output<Table['listApprove']>
  /** Rows on the pages before. */
  before: number
  pager: Pick<ComponentProps<typeof Pager>, 'pageSize' | 'onPageSize' | 'onPrevious'>
  onNext: (() => void) | null
}

function Applications({ tab, page: { approveArray, nextCursor }, before, pager, onNext }: ApplicationsProps) {
  const [title, hint] = empties[tab]
  if (approveArray.length === 0 && before === 0) return <EmptyState title={title} hint={hint} />
  const total = totalText({ total: undefined, before, onPage: approveArray.length, more: nextCursor !== null })
  return (
    <>
      <Rows tab={tab} rows={approveArray} />
      <Pager total={total} {...pager} onNext={onNext} />
    </>
  )
}

function Rows({ tab, rows }: { tab: ApproveTab; rows: readonly ApproveRow[] }) {
  return (
    <>
      <div className="from-laptop">
        <PlainTable
          labelledBy="approvals-title"
          columns={approveColumns[tab]}
          rows={rows}
          rowKey={({ approveId }) => approveId}
        />
      </div>
      <ul className="approve-cards below-laptop" aria-labelledby="approvals-title">
        {rows.map((row) => (
          <li key={row.approveId}>
            <ApproveCard row={row} tab={tab} />
          </li>
        ))}
      </ul>
    </>
  )
}
