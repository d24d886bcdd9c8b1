import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

/** The query of what the account lacks. */
export const perfectInfoKey = ['perfect-info']

/** What the account lacks and whether it was asked for it; asked once a document. */
export function usePerfectInfo() {
  return useQuery({
    queryKey: perfectInfoKey,
    queryFn: ({ signal }) => call('getPerfectInfo', {}, { signal, quiet: true }),
    staleTime: Infinity,
  })
}
