import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

/** What became of the SMS and mails to a contract’s parties, for its initiator; asked again while one waits. */
export const useDeliveries = (signId: string, asks = true) =>
  useQuery({
    queryKey: ['deliveries', signId],
    queryFn: ({ signal }) => call('listDeliveries', { signId }, { signal, quiet: true }),
    enabled: asks,
    refetchInterval: ({ state }) =>
      state.data?.deliveryArray.some(({ deliveryState }) => deliveryState === 'waiting') ? 3000 : false,
  })
