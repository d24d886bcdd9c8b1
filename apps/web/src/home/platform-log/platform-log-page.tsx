import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { firstPage } from '../../client/first-page.ts'
import { type Space, useSpace } from '../../client/space-store.ts'
import { PlatformLines } from '../../kit/platform-log/platform-lines.tsx'
import { Navigate } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import './platform-log.css'

/** /space/platform-log: who of the platform looked into the present space, why, and at what. */
export function PlatformLogPage() {
  const space = useSpace((state) => state.current)
  if (!space) return null
  if (space.isSpaceOwner !== 'yes') return <Navigate replace to="/401" />
  return <PlatformLog key={space.tenantId} space={space} />
}

function PlatformLog({ space: { tenantId } }: { space: Space }) {
  const log = useInfiniteQuery({
    queryKey: ['platform-log', tenantId],
    queryFn: ({ pageParam, signal }) => call('listPlatformLog', { cursor: pageParam, pageSize: 20 }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const lines = log.data?.pages.flatMap(({ logArray }) => logArray)
  return (
    <>
      <p className="muted platform-note">
        平台运营人员只有写明原因才能查看本空间的资料，最长30分钟；合同的名称和内容在任何情况下都不能打开。
      </p>
      <div className="card" aria-busy={!lines && !log.isError}>
        {lines && lines.length > 0 && <PlatformLines lines={lines} />}
        {lines?.length === 0 && <EmptyState title="平台没有查看过本空间" hint="每次查看都会留在这里，并通知管理员" />}
        {!lines &&
          (log.isError ? (
            <LoadingFailed onRetry={() => void log.refetch()} busy={log.isFetching} />
          ) : (
            <div className="platform-wait">
              <Skeleton rows={5} height={32} />
            </div>
          ))}
        {log.hasNextPage && (
          <div className="platform-more">
            <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
              查看更早的记录
            </Button>
          </div>
        )}
      </div>
    </>
  )
}
