import type { FlaggedSpace } from '@moqi/api/contract-freezing'
import { formatDate } from '@moqi/domain/time/format-date'
import { TableOrCards } from '../../kit/list/table-or-cards.tsx'
import { tenantPath } from '../../kit/operator/tenant-path.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { PlainColumn } from '../../ui/plain-table.tsx'
import { MoreRows } from './more-rows.tsx'

type Freezing = (row: FlaggedSpace) => void
type FlaggedSpacesProps = {
  rows: readonly FlaggedSpace[]
  /** Null behind the last. */
  onMore: (() => unknown) | null
  busy: boolean
  onFreeze: Freezing
}

/** Spaces by how many of their contracts were flagged. */
export function FlaggedSpaces({ rows, onMore, busy, onFreeze }: FlaggedSpacesProps) {
  if (rows.length === 0)
    return (
      <div className="card">
        <EmptyState title="没有合同有风险提示" hint="合同发送后自动检查；涉及借贷或金额空白的，会计入这里" />
      </div>
    )
  return (
    <TableOrCards
      labelledBy="lending-spaces"
      columns={columnsFor(onFreeze)}
      rows={rows}
      rowKey={({ tenantId }) => tenantId}
      renderCard={(row) => <SpaceCard row={row} onFreeze={onFreeze} />}
      busy={false}
      pager={<MoreRows onMore={onMore} busy={busy} />}
    />
  )
}

const columnsFor = (onFreeze: Freezing): readonly PlainColumn<FlaggedSpace>[] => [
  { title: '空间', render: (row) => <SpaceLink row={row} /> },
  { title: '有提示', width: 90, render: (row) => <span className="num">{row.flaggedNumber}份</span> },
  {
    title: '涉及借贷',
    width: 100,
    shownFrom: 'desktop',
    render: (row) => <span className="num">{row.loanNumber}份</span>,
  },
  {
    title: '金额空白',
    width: 100,
    shownFrom: 'desktop',
    render: (row) => <span className="num">{row.blankNumber}份</span>,
  },
  {
    title: '最近一次',
    width: 170,
    shownFrom: 'wide',
    render: (row) => <span className="num">{formatDate(row.lastTime)}</span>,
  },
  { title: '操作', width: 130, render: (row) => <FreezeButton row={row} onFreeze={onFreeze} /> },
]

const SpaceLink = ({ row: { tenantId, spaceName, isFrozen } }: { row: FlaggedSpace }) => (
  <span className="lending-word">
    <Link className="link" to={tenantPath(tenantId)}>
      {spaceName}
    </Link>
    {isFrozen === 1 && <span className="small muted">　空间已冻结</span>}
  </span>
)

const FreezeButton = ({ row, onFreeze, block = false }: { row: FlaggedSpace; onFreeze: Freezing; block?: boolean }) => (
  <Button
    size={block ? 'm' : 's'}
    block={block}
    aria-label={`冻结合同：${row.spaceName}`}
    onClick={() => onFreeze(row)}
  >
    冻结合同…
  </Button>
)

const SpaceCard = ({ row, onFreeze }: { row: FlaggedSpace; onFreeze: Freezing }) => (
  <div className="card lending-card">
    <SpaceLink row={row} />
    <p className="num">
      有提示{row.flaggedNumber}份：涉及借贷{row.loanNumber}份，金额空白{row.blankNumber}份
    </p>
    <p className="small muted num">最近一次 {formatDate(row.lastTime)}</p>
    <FreezeButton row={row} onFreeze={onFreeze} block />
  </div>
)
