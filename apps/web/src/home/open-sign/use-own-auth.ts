import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

/** How the own real-name authentication stands, asked again while a verdict is awaited; `whose` tells askers apart. */
export const useOwnAuth = (whose: 'scanned' | 'invited', onPassed: () => void) =>
  useQuery({
    queryKey: ['person-auth', whose],
    queryFn: async ({ signal }) => {
      const own = await call('getAuthInfo', {}, { signal, quiet: true })
      if (own.isAuthed === 'passAuth') onPassed()
      return own
    },
    // A verdict that comes later shows by itself.
    refetchInterval: (query) => (query.state.data?.isAuthed === 'inPersonAuth' ? 3000 : false),
  })
