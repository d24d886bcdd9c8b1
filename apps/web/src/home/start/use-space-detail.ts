import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

/** The current space's account: what is left, why it was rejected. A fault is shown by the card, not announced (X9). */
export function useSpaceDetail(tenantId: string) {
  return useQuery({
    queryKey: ['space-detail', tenantId],
    queryFn: ({ signal }) => call('getSpaceDetailInfo', {}, { signal, quiet: true }),
  })
}
