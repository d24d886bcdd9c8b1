import type { RightHolder } from '@moqi/api/role'
import { departmentForms, rightGroups, rightLabels, type Right } from '@moqi/domain/spaces/rights'
import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { call, callBlob } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { saveBlob } from '../../client/download.ts'
import { Note, Panel } from '../../kit/console/panel.tsx'
import { Button } from '../../ui/button.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Pager } from '../../ui/pager.tsx'
import { PlainTable, type PlainColumn } from '../../ui/plain-table.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { pageSizeOf, usePages } from '../../ui/use-pages.ts'

const narrow = Object.values(departmentForms)
const options = rightGroups
  .flatMap(({ rights }) => rights)
  .filter((right) => !narrow.includes(right))
  .map((right) => ({ value: right, label: rightLabels[right] }))

/** Who has one right, from which role, by whose hand, since when. */
export function WhoHas() {
  const [right, choose] = useState<Right>('launch')
  const [keyword, search] = useState('')
  const [pageSize, setPageSize] = useState<10 | 20 | 50>(10)
  const asked = `${right} ${keyword} ${pageSize}`
  const { cursor, previous, nextTo } = usePages(asked)
  const list = useQuery({
    queryKey: ['members', 'who-has', asked, cursor],
    queryFn: ({ signal }) => call('listRightHolder', { right, keyword, cursor, pageSize }, { signal }),
    placeholderData: (before, query) => (query?.queryKey[2] === asked ? before : undefined),
  })
  return (
    <div className="con-aside">
      <Panel
        title={rightLabels[right]}
        note={list.data && `${list.data.total} 人`}
        flush
        acts={
          <>
            <SearchField label="姓名或手机号" maxLength={60} value={keyword} onSearch={search} />
            <Select className="who-right" aria-label="权限" value={right} options={options} onChange={choose} />
          </>
        }
      >
        <Holders
          list={list}
          onRetry={() => void list.refetch()}
          pager={
            <Pager
              total={`共${list.data?.total ?? 0}条`}
              pageSize={pageSize}
              onPageSize={(size) => setPageSize(pageSizeOf(size))}
              onPrevious={previous}
              onNext={nextTo(list.data?.nextCursor ?? null)}
            />
          }
        />
      </Panel>
      <div className="con-stack">
        <Note tone="blue" title="怎样收回">
          权限随角色走：在“成员与部门”里改变成员的角色，对方的下一次操作起就生效。
        </Note>
        <Panel title="留存与核对">
          <p className="muted">导出全部权限与持有人，一人一项一行，可用于定期复核。</p>
          <div className="who-export">
            <ExportHolders />
          </div>
        </Panel>
      </div>
    </div>
  )
}

type HoldersProps = {
  list: { data: { holderArray: RightHolder[] } | undefined; isError: boolean; isFetching: boolean }
  onRetry: () => void
  pager: ReactNode
}

function Holders({ list: { data, isError, isFetching }, onRetry, pager }: HoldersProps) {
  if (isError && !data) return <LoadingFailed onRetry={onRetry} busy={isFetching} />
  if (!data)
    return (
      <div className="who-empty" aria-busy="true">
        <Skeleton rows={5} height={40} />
      </div>
    )
  if (data.holderArray.length === 0) return <p className="muted who-empty">没有成员有这项权限。</p>
  return (
    <>
      <h3 id="who-title" className="sr">
        持有人
      </h3>
      <div className="from-laptop">
        <PlainTable
          labelledBy="who-title"
          columns={columns}
          rows={data.holderArray}
          rowKey={({ memberId }) => memberId}
        />
      </div>
      <ul className="below-laptop who-cards">
        {data.holderArray.map((holder) => (
          <li key={holder.memberId}>
            <span className="spread">
              <b>{holder.memberName}</b>
              <Origin holder={holder} />
            </span>
            <span className="small muted">
              {holder.departmentName ?? '未分配部门'}，{sinceWords(holder)}
            </span>
            {holder.reach === 'department' && <span className="small who-narrow">仅限本部门</span>}
          </li>
        ))}
      </ul>
      {pager}
    </>
  )
}

const Origin = ({ holder }: { holder: RightHolder }) => (
  <span className="who-chip">{holder.roleKind === 'own' ? `自定义：${holder.roleName}` : holder.roleName}</span>
)

const sinceWords = ({ sinceTime, giverName }: RightHolder) =>
  `${formatDate(sinceTime, '{y}-{m}-{d}')}起${giverName === null ? '' : `，由${giverName}授予`}`

const columns: readonly PlainColumn<RightHolder>[] = [
  {
    title: '成员',
    render: ({ memberName, departmentName }) => (
      <span className="who-two">
        <b>{memberName}</b>
        <span className="small muted">{departmentName ?? '未分配部门'}</span>
      </span>
    ),
  },
  { title: '来自', width: 148, render: (holder) => <Origin holder={holder} /> },
  {
    title: '范围',
    width: 88,
    render: ({ reach }) => (reach === 'company' ? '全企业' : <span className="who-narrow">本部门</span>),
  },
  {
    title: '自何时起',
    width: 148,
    render: ({ sinceTime, giverName }) => (
      <span className="who-two">
        <span className="num">{formatDate(sinceTime, '{y}-{m}-{d}')}</span>
        <span className="small muted">{giverName === null ? '加入企业时' : `由${giverName}授予`}</span>
      </span>
    ),
  },
]

function ExportHolders() {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    await callBlob('exportRightHolders', {})
      .then((blob) => saveBlob(blob, '权限清单.xlsx'), showRefusal)
      .finally(() => setBusy(false))
  }
  return (
    <Button busy={busy} onClick={() => void save()}>
      <Download size={18} />
      导出Excel
    </Button>
  )
}
