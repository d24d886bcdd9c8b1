import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

/** ms */
const verdictEvery = 3000

/** How the own real-name authentication stands. A verdict that comes later shows by itself, also without a notice. */
export const usePersonAuth = () =>
  useQuery({
    queryKey: ['person-auth'],
    queryFn: ({ signal }) => call('getAuthInfo', {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.isAuthed === 'inPersonAuth' ? verdictEvery : false),
  })
