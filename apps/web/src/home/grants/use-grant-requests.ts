import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { firstPage } from '../../client/first-page.ts'
import { grantKeys } from './grant-keys.ts'

/** What members have asked to be let use, page after page: all of it, or what waits to be decided. */
export function useGrantRequests(tenantId: string, isWaiting: boolean) {
  const list = useInfiniteQuery({
    queryKey: [...grantKeys.asked(tenantId), isWaiting],
    queryFn: ({ signal, pageParam }) =>
      call(
        'listGrantRequest',
        { ...(isWaiting && { requestState: 'pending' as const }), cursor: pageParam, pageSize: 20 },
        { signal },
      ),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
  })
  return {
    requests: list.data?.pages.flatMap(({ requestArray }) => requestArray),
    failed: list.isError && !list.data,
    busy: list.isFetching,
    retry: () => void list.refetch(),
    more: list.hasNextPage ? () => void list.fetchNextPage() : null,
    moreBusy: list.isFetchingNextPage,
  }
}

/** How many wait to be decided. */
export function useWaitingNumber(tenantId: string): number {
  const { data } = useQuery({
    queryKey: [...grantKeys.asked(tenantId), 'number'],
    queryFn: ({ signal }) => call('listGrantRequest', { requestState: 'pending' }, { signal, quiet: true }),
  })
  return data?.pendingNumber ?? 0
}
