import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { firstPage } from '../../client/first-page.ts'
import type { GrantAsk } from './grant-ask.ts'
import { grantKeys } from './grant-keys.ts'

/** The grants that are asked for, page after page, with how many there are in each state. */
export function useGrants(tenantId: string, { manner, grantState, sealId, keyword }: GrantAsk) {
  const asked = {
    grantManner: manner,
    ...(grantState !== 'all' && { grantState }),
    ...(sealId && { sealId }),
    ...(keyword && { keyword }),
  }
  const list = useInfiniteQuery({
    queryKey: [...grantKeys.list(tenantId), asked],
    queryFn: ({ signal, pageParam }) =>
      call('listSealGrant', { ...asked, cursor: pageParam, pageSize: 20 }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: (before) => before,
  })
  const first = list.data?.pages[0]
  return {
    data: first && {
      grantArray: list.data?.pages.flatMap(({ grantArray }) => grantArray) ?? [],
      countArray: first.countArray,
    },
    failed: list.isError && !list.data,
    busy: list.isFetching,
    retry: () => void list.refetch(),
    more: list.hasNextPage ? () => void list.fetchNextPage() : null,
    moreBusy: list.isFetchingNextPage,
  }
}
/** As `useGrants` answers. */
export type Grants = ReturnType<typeof useGrants>
