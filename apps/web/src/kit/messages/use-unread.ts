import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { messageKeys } from './message-keys.ts'

/** How many messages of the present space are unread; none until it is known. */
export function useUnread(): number {
  const { data } = useQuery({
    queryKey: messageKeys.unread,
    queryFn: ({ signal }) => call('getUnreadTotal', {}, { signal, quiet: true }).then(({ unread }) => unread),
  })
  return data ?? 0
}
