import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { contractKeys } from '../../kit/contract/contract-keys.ts'
import type { ContractRow } from '../../kit/contract/contract-row.ts'
import { filterInput, filterSearch, type ListFilter } from '../../kit/list/list-filter.ts'
import { useSteadyRows } from '../../kit/live/use-steady-rows.ts'

const isOlder = (row: ContractRow, last: ContractRow) => row.createTime <= last.createTime

/** One page of the list, its rows held in their places while others change them (see `useSteadyRows`). */
export function useListRows(filter: ListFilter, cursors: readonly (string | null)[]) {
  const search = filterSearch(filter)
  const pageQuery = (cursor: string | null) => ({
    queryKey: [...contractKeys.all, 'list', search, cursor],
    queryFn: ({ signal }: { signal: AbortSignal }) => call('listTasks', filterInput(filter, cursor), { signal }),
  })
  const cursor = cursors.at(-1) ?? null
  const list = useQuery({
    ...pageQuery(cursor),
    // Turning a page keeps the old one in sight; another category or filter starts anew.
    placeholderData: (previous, query) => (query?.queryKey[2] === search ? previous : undefined),
  })
  // Of a filtered list the first page alone counts how many there are.
  const first = useQuery({ ...pageQuery(null), enabled: cursor === null })
  useEffect(() => showRefusal(list.error), [list.error])
  const { data, isFetching: reading, dataUpdatedAt: at } = list
  const steady = useSteadyRows({
    key: `${search} ${cursor}`,
    rows: data?.taskInfoArray ?? none,
    at,
    reading,
    pushed: isOlder,
  })
  return { ...list, ...steady, total: data?.total, found: first.data?.foundNumber }
}

const none: readonly ContractRow[] = []
