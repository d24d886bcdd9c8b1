import type { Tenant } from '@moqi/api/tenant'
import { authBadges } from '@moqi/domain/labels/status-labels'
import { formatDate } from '@moqi/domain/time/format-date'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { TableOrCards, UnreadRecords } from '../../kit/list/table-or-cards.tsx'
import { Proposals } from '../../kit/operator/proposals.tsx'
import { ExportButton } from '../../kit/operator/export-button.tsx'
import { RoomFrame } from '../../kit/operator/room-frame.tsx'
import { tenantPath } from '../../kit/operator/tenant-path.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { PlainColumn } from '../../ui/plain-table.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SpaceBadge } from '../../ui/space-badge.tsx'
import { AuthTag } from './auth-tag.tsx'
import { kindWords } from './tenant-words.ts'
import './tenants.css'

/** The spaces, the newest first, or those that are looked for. */
export function TenantsPage() {
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, ...unread } = useInfiniteQuery({
    queryKey: ['operator', 'tenants', search],
    queryFn: ({ signal, pageParam }) =>
      call(
        'findTenants',
        { ...(search && { search }), ...(pageParam && { cursor: pageParam }) },
        { signal, quiet: true },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const rows = data?.pages.flatMap(({ tenantArray }) => tenantArray)
  const look = (text: string) => setParams(new URLSearchParams(text === '' ? {} : { search: text }), { replace: true })
  return (
    <RoomFrame
      title="企业与个人"
      note="名单和数字直接可见；其余内容写明原因后才能看，客户会收到通知"
      acts={<ExportButton list="tenants" search={search} />}
    >
      <Proposals />
      <div className="tenant-search">
        <SearchField label="名称、信用代码、手机号或编号" value={search} onSearch={look} />
      </div>
      {rows ? (
        <Found rows={rows} search={search} onMore={hasNextPage ? fetchNextPage : null} busy={isFetchingNextPage} />
      ) : (
        <UnreadRecords {...unread} />
      )}
    </RoomFrame>
  )
}

type FoundProps = {
  rows: readonly Tenant[]
  search: string
  /** Null behind the last. */
  onMore: (() => unknown) | null
  busy: boolean
}

function Found({ rows, search, onMore, busy }: FoundProps) {
  if (rows.length === 0) {
    return (
      <div className="card">
        <EmptyState
          title={search ? `没有找到“${search}”` : '还没有企业和个人'}
          hint={search ? '手机号、信用代码和编号须完整输入；名称可以只输入一部分' : '有人注册后会出现在这里'}
        />
      </div>
    )
  }
  return (
    <>
      <h2 className="sr" id="room-tenants">
        企业与个人
      </h2>
      <TableOrCards
        labelledBy="room-tenants"
        columns={columns}
        rows={rows}
        rowKey={({ tenantId }) => tenantId}
        renderCard={(row) => <TenantCard row={row} />}
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

const columns: readonly PlainColumn<Tenant>[] = [
  { title: '名称', render: (row) => <TenantName row={row} /> },
  { title: '类型', width: 80, render: ({ spaceType }) => kindWords[spaceType] },
  {
    title: '统一社会信用代码',
    width: 200,
    shownFrom: 'desktop',
    render: ({ creditCode }) => <span className="num">{creditCode ?? '–'}</span>,
  },
  { title: '认证', width: 130, render: ({ spaceStatus }) => <AuthTag status={spaceStatus} /> },
  { title: '创建时间', width: 180, shownFrom: 'desktop', render: ({ createTime }) => formatDate(createTime) },
  { title: '操作', width: 100, render: (row) => <OpenLink row={row} /> },
]

const TenantName = ({ row: { spaceName, spaceType } }: { row: Tenant }) => (
  <span className="tenant-name">
    <SpaceBadge name={spaceName} kind={spaceType} size={28} />
    <span className="tenant-word">{spaceName}</span>
  </span>
)

const OpenLink = ({ row: { tenantId, spaceName } }: { row: Tenant }) => (
  <Link className="btn btn-s btn-plain" to={tenantPath(tenantId)} aria-label={`打开：${spaceName}`}>
    打开
  </Link>
)

const TenantCard = ({ row }: { row: Tenant }) => (
  <div className="card tenant-card">
    <TenantName row={row} />
    <p className="small muted num tenant-word">
      {kindWords[row.spaceType]}　{authBadges[row.spaceStatus].label}　{row.creditCode ?? formatDate(row.createTime)}
    </p>
    <Link className="btn btn-m btn-plain" to={tenantPath(row.tenantId)} aria-label={`打开：${row.spaceName}`}>
      打开
    </Link>
  </div>
)
