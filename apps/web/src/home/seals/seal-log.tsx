import { formatDate } from '@moqi/domain/time/format-date'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { firstPage } from '../../client/first-page.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { sealKeys } from './seal-keys.ts'

/** What happened to a seal, and to all of the company's at once, newest first. */
export function SealLog({ sealId }: { sealId: string }) {
  const log = useInfiniteQuery({
    queryKey: sealKeys.log(sealId),
    queryFn: ({ pageParam, signal }) => call('listSealLog', { sealId, cursor: pageParam, pageSize: 20 }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  if (log.isError && !log.data) return <LoadingFailed onRetry={() => void log.refetch()} busy={log.isFetching} />
  if (!log.data) return <Skeleton rows={5} height={32} />
  const lines = log.data.pages.flatMap(({ logArray }) => logArray)
  if (lines.length === 0) return <EmptyState title="还没有印章日志" />
  return (
    <>
      <ol className="seal-log">
        {lines.map(({ logId, time, who, label, detail }) => (
          <li key={logId}>
            <time className="muted num">{formatDate(time, '{y}-{m}-{d} {h}:{i}')}</time>
            <span>
              {who}　<b>{label}</b>
              {detail && <span className="muted seal-log-detail">{detail}</span>}
            </span>
          </li>
        ))}
      </ol>
      {log.hasNextPage && (
        <div className="company-seals-more">
          <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            查看更早的记录
          </Button>
        </div>
      )}
    </>
  )
}
