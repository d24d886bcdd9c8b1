import { formatDate } from '@moqi/domain/time/format-date'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { firstPage } from '../../client/first-page.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import './member-log.css'

/** Who changed what about the members, or about the roles alone, newest first. */
export function MemberLog({ about }: { about?: 'roles' }) {
  const log = useInfiniteQuery({
    queryKey: ['members', 'log', about],
    queryFn: ({ pageParam, signal }) => call('listMemberLog', { about, cursor: pageParam, pageSize: 20 }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  if (log.isError && !log.data)
    return (
      <div className="card">
        <LoadingFailed onRetry={() => void log.refetch()} busy={log.isFetching} />
      </div>
    )
  if (!log.data)
    return (
      <div className="card member-log-wait" aria-busy="true">
        <Skeleton rows={5} height={32} />
      </div>
    )
  const lines = log.data.pages.flatMap(({ logArray }) => logArray)
  return (
    <div className="card member-log">
      {lines.length === 0 && <EmptyState title="还没有成员变更" />}
      <ol>
        {lines.map(({ logId, time, who, label, detail }) => (
          <li key={logId}>
            <time className="muted num">{formatDate(time, '{y}-{m}-{d} {h}:{i}')}</time>
            <b>{label}</b>
            <span className="member-log-detail">{detail}</span>
            <span className="muted">{who}</span>
          </li>
        ))}
      </ol>
      {log.hasNextPage && (
        <div className="member-log-more">
          <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            查看更早的记录
          </Button>
        </div>
      )}
    </div>
  )
}
