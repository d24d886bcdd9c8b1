import type { JobState } from '@moqi/domain/operators/job-states'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

const refreshMs = 10_000

/** Jobs in a state of the kinds looked for, read anew by themselves, and how many there are in each state. */
export function useJobs(jobState: JobState, search: string) {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, error, isFetching, refetch } = useInfiniteQuery({
    queryKey: ['operator', 'jobs', jobState, search],
    queryFn: ({ signal, pageParam }) =>
      call(
        'listJobs',
        { jobState, ...(search && { search }), ...(pageParam && { cursor: pageParam }) },
        { signal, quiet: true },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: refreshMs,
  })
  const numbers: ReadonlyMap<JobState, number> = new Map(
    data?.pages[0]?.stateArray.map((one) => [one.jobState, one.number]),
  )
  return {
    rows: data?.pages.flatMap(({ jobArray }) => jobArray),
    numbers,
    /** Null behind the last. */
    more: hasNextPage ? fetchNextPage : null,
    isMoreComing: isFetchingNextPage,
    unread: { error, isFetching, refetch },
  }
}
