import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

/** The current space's account: what is left, why it was rejected. A fault is shown by the card, not announced (X9). */
export const spaceDetailQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['space-detail', tenantId],
    queryFn: ({ signal }) => call('getSpaceDetailInfo', {}, { signal, quiet: true }),
  })

/** `spaceDetailQuery` as a component reads it. */
export const useSpaceDetail = (tenantId: string) => useQuery(spaceDetailQuery(tenantId))
