import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { messageKeys } from './message-keys.ts'

/** Other spaces have no stream here: what is new there is asked for this often, ms. */
const askEvery = 120_000

/** How many messages of the present space are unread, and which other spaces have some; none until it is known. */
export function useUnread(): { unread: number; elsewhereArray: readonly string[] } {
  const { data } = useQuery({
    queryKey: messageKeys.unread,
    queryFn: ({ signal }) => call('getUnreadTotal', {}, { signal, quiet: true }),
    refetchInterval: askEvery,
  })
  return data ?? none
}

const none = { unread: 0, elsewhereArray: [] }
