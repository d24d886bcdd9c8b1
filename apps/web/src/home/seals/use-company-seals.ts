import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { firstPage } from '../../client/first-page.ts'
import type { SealAsk } from './seal-ask.ts'
import { sealKeys } from './seal-keys.ts'

/** The company's seals that are asked for, page after page, with how many there are in each state. */
export function useCompanySeals(tenantId: string, { sealStatus, sealPurpose, keyword }: SealAsk) {
  const asked = {
    ...(sealStatus !== 'all' && { sealStatus }),
    ...(sealPurpose && { sealPurpose }),
    ...(keyword && { keyword }),
  }
  const list = useInfiniteQuery({
    queryKey: [...sealKeys.list(tenantId), asked],
    queryFn: ({ signal, pageParam }) =>
      call('listCompanySeal', { ...asked, cursor: pageParam, pageSize: 20 }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: (before) => before,
  })
  const first = list.data?.pages[0]
  return {
    data: first && {
      sealArray: list.data?.pages.flatMap(({ sealArray }) => sealArray) ?? [],
      countArray: first.countArray,
      freeze: first.freeze,
    },
    failed: list.isError && !list.data,
    busy: list.isFetching,
    retry: () => void list.refetch(),
    more: list.hasNextPage ? () => void list.fetchNextPage() : null,
    moreBusy: list.isFetchingNextPage,
  }
}
/** As `useCompanySeals` answers. */
export type CompanySeals = ReturnType<typeof useCompanySeals>
