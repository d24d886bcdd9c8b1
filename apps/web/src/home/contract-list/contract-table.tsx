import { formatDate } from '@moqi/domain/time/format-date'
import { Link } from '../../router/link.tsx'
import { PlainTable, type PlainColumn } from '../../ui/plain-table.tsx'
import { useNow } from '../../ui/use-now.ts'
import { TwoLines } from '../../ui/two-lines.tsx'
import { viewPath } from '../../kit/contract/contract-paths.ts'
import { binDaysLeft, type ContractRow } from '../../kit/contract/contract-row.ts'
import { partyLines } from '../../kit/contract/party-text.ts'
import { isSoon, timeLeft } from '../../kit/contract/time-left.ts'
import { RowOperations } from '../../kit/operations/row-operations.tsx'
import { FoundText } from '../../kit/operations/found-text.tsx'
import { StatusTags } from '../../kit/contract/status-tags.tsx'
import { PageBox, SelectionBox } from './selection-box.tsx'

type ContractTableProps = { rows: readonly ContractRow[]; inBin: boolean; busy: boolean }

const columns = (rows: readonly ContractRow[], inBin: boolean): readonly PlainColumn<ContractRow>[] => [
  { title: '选择', head: <PageBox rows={rows} />, width: 56, render: (row) => <SelectionBox row={row} /> },
  { title: '合同主题/合同编号', render: (row) => <Subject row={row} /> },
  { title: '状态', width: 152, render: (row) => <StatusTags row={row} /> },
  { title: '发起人/企业', width: 168, shownFrom: 'desktop', render: (row) => <Party text={row.initiatorName} /> },
  { title: '签署人/企业', width: 168, render: (row) => <Party text={row.signerName} /> },
  { title: '发起时间', width: 104, shownFrom: 'wide', render: (row) => <Moment at={row.initiateTime} /> },
  { title: '签署截止时间', width: 112, render: (row) => <Until row={row} /> },
  inBin
    ? { title: '删除时间', width: 104, render: (row) => <Deleted at={row.deleteTime} /> }
    : { title: '完成时间', width: 104, shownFrom: 'broad', render: (row) => <Moment at={row.finishTime} /> },
  { title: '操作', width: 152, render: (row) => <RowOperations row={row} /> },
]

/** The contract list on a desktop (domain.md 7.2): nine facts of a row in eight columns, number under subject. */
export function ContractTable({ rows, inBin, busy }: ContractTableProps) {
  return (
    <div aria-busy={busy} className={busy ? 'list-busy' : ''}>
      <PlainTable
        labelledBy="contract-list-title"
        columns={columns(rows, inBin)}
        rows={rows}
        rowKey={(row) => row.signId}
      />
    </div>
  )
}

function Subject({ row }: { row: ContractRow }) {
  return (
    <span className="two-lines">
      {row.operationArray.includes('view') ? (
        <Link to={viewPath(row)} className="title-link clip" title={row.taskName}>
          {row.taskName || '未命名合同'}
        </Link>
      ) : (
        <span className="clip" title={row.taskName}>
          {row.taskName || '未命名合同'}
        </span>
      )}
      <span className="num clip">{row.taskNo}</span>
      {row.foundText && <FoundText found={row.foundText} />}
    </span>
  )
}

function Party({ text }: { text: string }) {
  const { first, rest } = partyLines(text)
  return <TwoLines name={first} company={rest} title={text} />
}

const Nothing = () => <span className="muted">—</span>

function Moment({ at }: { at: number | null }) {
  if (at === null) return <Nothing />
  return (
    <span className="until">
      {formatDate(at, '{y}-{m}-{d}')}
      <span>{formatDate(at, '{h}:{i}')}</span>
    </span>
  )
}

/** When a row was put into the bin, and how long it can still be had back. */
function Deleted({ at }: { at: number | null | undefined }) {
  const now = useNow()
  if (at === null || at === undefined) return <Nothing />
  return (
    <span className="until">
      {formatDate(at, '{y}-{m}-{d}')}
      <span>{binDaysLeft(at, now)}</span>
    </span>
  )
}

/** The deadline; while somebody still has to act, what is left of it instead of the hour. */
function Until({ row }: { row: ContractRow }) {
  const now = useNow()
  const left = timeLeft(row, now)
  if (row.signExpireTime === null || !left) return <Moment at={row.signExpireTime} />
  return (
    <span className="until">
      {formatDate(row.signExpireTime, '{y}-{m}-{d}')}
      <span className={isSoon(row.signExpireTime, now) ? 'soon' : ''}>{left}</span>
    </span>
  )
}
