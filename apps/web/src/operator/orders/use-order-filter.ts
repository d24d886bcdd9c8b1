import { keysOf } from '@moqi/domain/keys-of'
import { orderLifecycle } from '@moqi/domain/orders/order-lifecycle'
import { payWayLabels } from '@moqi/domain/orders/pay-way'
import { endOf, startOf } from '../../kit/list/list-filter.ts'
import { useSearchParams } from '../../router/hooks.ts'

const names = ['search', 'state', 'payWay', 'from', 'to'] as const
type Filter = Record<(typeof names)[number], string>

/** What orders are looked for by, as the address keeps it, as the calls take it, and whether it is anything. */
export function useOrderFilter() {
  const [params, setParams] = useSearchParams()
  const filter: Filter = {
    search: params.get('search') ?? '',
    state: params.get('state') ?? '',
    payWay: params.get('payWay') ?? '',
    from: params.get('from') ?? '',
    to: params.get('to') ?? '',
  }
  const orderState = orderLifecycle.states.find((one) => one === filter.state)
  const payWay = keysOf(payWayLabels).find((one) => one === filter.payWay)
  const [timeStart, timeEnd] = [startOf(filter.from), endOf(filter.to)]
  const more = {
    ...(payWay && { payWay }),
    ...(timeStart !== undefined && { timeStart }),
    ...(timeEnd !== undefined && { timeEnd }),
  }
  return {
    filter,
    isSought: names.some((name) => filter[name] !== ''),
    asked: { ...(filter.search && { search: filter.search }), ...(orderState && { orderState }), ...more },
    more,
    change: (wished: Partial<Filter>) => {
      const next = { ...filter, ...wished }
      const kept = names.filter((name) => next[name] !== '').map((name) => [name, next[name]])
      setParams(new URLSearchParams(kept), { replace: true })
    },
  }
}
