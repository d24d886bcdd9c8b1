import { formatDate } from '@moqi/domain/time/format-date'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { UnreadRecords } from '../../kit/list/table-or-cards.tsx'
import { ExportButton } from '../../kit/operator/export-button.tsx'
import { ownRecord } from '../../kit/operator/own-record.ts'
import { RoomFrame } from '../../kit/operator/room-frame.tsx'
import { useSearchParams } from '../../router/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import './record-page.css'

/** What the operator has done, the last first, and how many recovery codes are left. */
export function RecordPage() {
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const { data: self } = useQuery(ownRecord)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, ...unread } = useInfiniteQuery({
    queryKey: ['operator', 'log', search],
    queryFn: ({ signal, pageParam }) =>
      call(
        'listOperatorLog',
        { ...(search && { search }), ...(pageParam && { cursor: pageParam }) },
        { signal, quiet: true },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const rows = data?.pages.flatMap(({ logArray }) => logArray)
  const look = (text: string) => setParams(new URLSearchParams(text === '' ? {} : { search: text }), { replace: true })
  return (
    <RoomFrame
      title="操作记录"
      note={self ? `恢复码还有${self.recoveryCodeNumber}个` : ''}
      acts={<ExportButton list="record" search={search} />}
    >
      <div className="deed-search">
        <SearchField label="操作或内容" value={search} onSearch={look} />
      </div>
      {!rows && <UnreadRecords {...unread} />}
      {rows?.length === 0 && (
        <div className="card">
          <EmptyState title={`没有找到“${search}”`} hint="操作名称和内容可以只输入一部分" />
        </div>
      )}
      {rows && rows.length > 0 && (
        <ol className="card deeds">
          {rows.map(({ logId, time, label, detail, address }) => (
            <li key={logId}>
              <span className="num muted">{formatDate(time)}</span>
              <span>
                <b>{label}</b>
                {detail && <span className="deed-detail">{detail}</span>}
              </span>
              <span className="num muted small">{address}</span>
            </li>
          ))}
        </ol>
      )}
      {hasNextPage && (
        <div className="room-more">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            显示更多
          </Button>
        </div>
      )}
    </RoomFrame>
  )
}
