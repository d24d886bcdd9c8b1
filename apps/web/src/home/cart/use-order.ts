import type { OrderDetail } from '@moqi/api/order'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { queryClient } from '../../client/query-client.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { cartKeys } from './cart-paths.ts'

/** How often what changes without this page is read again, ms. */
const readEvery: Partial<Record<OrderDetail['orderState'], number>> = {
  created: 3000,
  paid: 2000,
  refunding: 3000,
  voucherReview: 30_000,
}

/** One order, read again while something may come of it. */
export const useOrder = (orderId: string) =>
  useQuery({
    queryKey: cartKeys.order(orderId),
    queryFn: ({ signal }) => call('getOrder', { orderId }, { signal, quiet: true }),
    refetchInterval: ({ state }) => (state.data && readEvery[state.data.orderState]) || false,
  })

/** Reads an order, what is left and every list of them again. */
export const rereadOrders = async (): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['orders'] }),
    queryClient.invalidateQueries({ queryKey: ['space-detail'] }),
    queryClient.invalidateQueries({ queryKey: ['launch-surplus'] }),
  ])
}

/** A change of an order: sent once however often it is pressed, read again whatever came of it. */
export function useOrderChange<Sent, Answer>(
  send: (input: Sent, key: string) => Promise<Answer>,
  onDone: (answer: Answer) => unknown = () => {},
) {
  const keyOf = useRepeatKey()
  return useMutation({
    mutationFn: (input: Sent) => send(input, keyOf(input)),
    onSuccess: onDone,
    onError: showRefusal,
    onSettled: rereadOrders,
  })
}
