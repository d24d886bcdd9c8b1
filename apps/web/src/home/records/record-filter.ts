import { useSearchParams } from '../../router/hooks.ts'
import { startOf, endOf } from '../../kit/list/list-filter.ts'

/** What records and contracts of all spaces are asked for; it lives in the address. Empty means not asked. */
export type RecordFilter = {
  keyword: string
  sealName: string
  signerName: string
  tenantId: string
  status: string
  from: string
  to: string
  pageSize: 10 | 20 | 50
}

const texts = ['keyword', 'sealName', 'signerName', 'tenantId', 'status', 'from', 'to'] as const
const noFilter: RecordFilter = {
  keyword: '',
  sealName: '',
  signerName: '',
  tenantId: '',
  status: '',
  from: '',
  to: '',
  pageSize: 10,
}
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && startOf(text) !== undefined

/** The filter in the address, how to ask for another, and its key. */
export function useRecordFilter() {
  const [params, setParams] = useSearchParams()
  const filter = { ...noFilter }
  for (const name of texts) filter[name] = (params.get(name) ?? '').trim().slice(0, 100)
  for (const day of ['from', 'to'] as const) if (!isDay(filter[day])) filter[day] = ''
  const size = Number(params.get('pageSize'))
  filter.pageSize = size === 20 || size === 50 ? size : 10
  const ask = (asked: RecordFilter) => {
    const next = new URLSearchParams()
    for (const name of texts) if (asked[name].trim()) next.set(name, asked[name].trim())
    if (asked.pageSize !== 10) next.set('pageSize', String(asked.pageSize))
    setParams(next)
  }
  const clear = () => ask({ ...noFilter, pageSize: filter.pageSize })
  return { filter, ask, clear, key: params.toString(), narrowed: texts.some((name) => filter[name] !== '') }
}

/** What `useRecordFilter` answers. */
export type RecordAsking = ReturnType<typeof useRecordFilter>

/** The texts that are asked for, and the two days as moments by these names. */
export function askedOf<N extends keyof RecordFilter>(
  filter: RecordFilter,
  names: readonly N[],
): Partial<Pick<RecordFilter, N>> {
  const asked: Partial<Pick<RecordFilter, N>> = {}
  for (const name of names) if (filter[name]) asked[name] = filter[name]
  return asked
}

/** The days asked for as the ms of their Beijing start and end. */
export function momentsOf({ from, to }: RecordFilter): { start: number | undefined; end: number | undefined } {
  return { start: startOf(from), end: endOf(to) }
}
