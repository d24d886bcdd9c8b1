import { useQuery } from '@tanstack/react-query'
import { formatDate } from '@moqi/domain/time/format-date'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { useSpace } from '../../client/space-store.ts'
import { inWorkspace } from '../../kit/console/console-entries.ts'
import { viewPath } from '../../kit/contract/contract-paths.ts'
import { StatusTags } from '../../kit/contract/status-tags.tsx'
import { totalText } from '../../kit/list/list-total.ts'
import { TableOrCards, UnreadRecords } from '../../kit/list/table-or-cards.tsx'
import { seesAllContracts } from '../../kit/space/space-facts.ts'
import { ViewingsSheet } from '../../kit/viewings/viewings-sheet.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListCard } from '../../ui/list-card.tsx'
import { Pager } from '../../ui/pager.tsx'
import type { PlainColumn } from '../../ui/plain-table.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { pageSizeOf, usePages } from '../../ui/use-pages.ts'
import { contractsQuery, type CompanyContract } from './contracts-query.ts'
import { DepartmentSelect, ExportList } from './list-tools.tsx'
import { ReasonSheet } from './reason-sheet.tsx'
import '../../ui/two-lines.css'
import './contracts.css'

type OpenSheet = { is: 'reason' | 'viewings'; row: CompanyContract }

/** All contracts of the company: the list leaves no trace, opening a colleague's is for a reason that they are told. */
export function ContractsPage() {
  const space = useSpace(({ current }) => current)
  return seesAllContracts(space) ? (
    <Contracts />
  ) : (
    <EmptyState title="需要“查看全部合同”权限" hint="请联系企业管理员。" />
  )
}

function Contracts() {
  const [keyword, setKeyword] = useState('')
  const [departmentId, setDepartment] = useState('')
  const [pageSize, setPageSize] = useState<10 | 20 | 50>(10)
  const { cursor, before, previous, nextTo } = usePages(`${pageSize} ${keyword} ${departmentId}`)
  const [sheet, open] = useState<OpenSheet | null>(null)
  const list = useQuery(contractsQuery({ keyword, departmentId, pageSize, cursor }))
  const view = (row: CompanyContract) => (row.own ? goTo(row) : open({ is: 'reason', row }))
  const { data } = list
  return (
    <div className="con-in">
      <div className="con-head">
        <h1 id="company-contracts" className="h1">
          企业合同
        </h1>
        <p className="muted">
          本企业全部成员的合同。看列表不留痕，导出列表会记入成员操作记录；打开同事的合同要说明原因，经办人会看到是谁、何时、为什么。
        </p>
      </div>
      <div className="cc-bar">
        <SearchField label="合同主题、编号或签署人" value={keyword} onSearch={setKeyword} />
        <DepartmentSelect value={departmentId} onChange={setDepartment} />
        <ExportList keyword={keyword} departmentId={departmentId} />
      </div>
      {!data && <UnreadRecords error={list.error} isFetching={list.isFetching} refetch={list.refetch} />}
      {data?.rows.length === 0 && (
        <div className="card">
          <EmptyState title={keyword + departmentId === '' ? '本企业还没有合同' : '没有找到符合条件的合同'} />
        </div>
      )}
      {data && data.rows.length > 0 && (
        <TableOrCards
          labelledBy="company-contracts"
          columns={columnsOf(view, (row) => open({ is: 'viewings', row }))}
          rows={data.rows}
          rowKey={({ taskId }) => taskId}
          renderCard={(row) => (
            <ContractCard row={row} onView={view} onViewings={() => open({ is: 'viewings', row })} />
          )}
          busy={list.isPlaceholderData}
          pager={
            <Pager
              total={totalText({
                total: data.total,
                before: before * pageSize,
                onPage: data.rows.length,
                more: data.nextCursor !== null,
              })}
              pageSize={pageSize}
              onPageSize={(size) => setPageSize(pageSizeOf(size))}
              onPrevious={previous}
              onNext={nextTo(list.isPlaceholderData ? null : data.nextCursor)}
            />
          }
        />
      )}
      {sheet?.is === 'viewings' && <ViewingsSheet signId={sheet.row.signId} onClose={() => open(null)} />}
      {sheet?.is === 'reason' && (
        <ReasonSheet
          row={sheet.row}
          send={(reason) => call('openCompanyContract', { signId: sheet.row.signId, reason })}
          onDone={() => goTo(sheet.row)}
          onClose={() => open(null)}
        />
      )}
    </div>
  )
}

const goTo = (row: CompanyContract) => location.assign(inWorkspace(viewPath(row)))
const day = (time: number) => formatDate(time, '{y}-{m}-{d}')
type Act = (row: CompanyContract) => void

const View = ({ row, onView }: { row: CompanyContract; onView: Act }) => (
  <button type="button" className="link" aria-label={`查看：${row.taskName}`} onClick={() => onView(row)}>
    查看
  </button>
)

const Looks = ({ row, onViewings }: { row: CompanyContract; onViewings: Act }) =>
  row.viewingNumber === 0 ? (
    <span className="muted">—</span>
  ) : (
    <button type="button" className="link" aria-label={`查看记录：${row.taskName}`} onClick={() => onViewings(row)}>
      {row.viewingNumber} 次
    </button>
  )

const columnsOf = (onView: Act, onViewings: Act): PlainColumn<CompanyContract>[] => [
  {
    title: '合同主题',
    render: ({ taskName, taskNo }) => (
      <span className="two-lines" title={taskName}>
        <b className="clip">{taskName}</b>
        <span className="num clip">{taskNo}</span>
      </span>
    ),
  },
  { title: '状态', width: 120, render: (row) => <StatusTags row={row} /> },
  {
    title: '签署人',
    shownFrom: 'desktop',
    width: 200,
    render: ({ signerName }) => (
      <span className="clip cc-cell" title={signerName}>
        {signerName}
      </span>
    ),
  },
  {
    title: '经办人',
    width: 112,
    render: ({ handlerName, departmentName }) => (
      <span className="two-lines">
        <span className="clip">{handlerName || '—'}</span>
        <span className="clip">{departmentName}</span>
      </span>
    ),
  },
  { title: '发起时间', width: 112, shownFrom: 'wide', render: ({ createTime }) => day(createTime) },
  { title: '企业查看', width: 88, render: (row) => <Looks row={row} onViewings={onViewings} /> },
  { title: '操作', width: 72, render: (row) => <View row={row} onView={onView} /> },
]

const ContractCard = ({ row, onView, onViewings }: { row: CompanyContract; onView: Act; onViewings: Act }) => (
  <ListCard
    title={row.taskName}
    tag={<StatusTags row={row} />}
    facts={[
      ['签署人', row.signerName],
      ['经办人', [row.handlerName, row.departmentName].filter(Boolean).join('　')],
    ]}
    foot={day(row.createTime)}
    actions={
      <>
        {row.viewingNumber > 0 && <Looks row={row} onViewings={onViewings} />}
        <View row={row} onView={onView} />
      </>
    }
  />
)
