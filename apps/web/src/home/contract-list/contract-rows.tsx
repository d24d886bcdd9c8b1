import { useQuery } from '@tanstack/react-query'
import { emptyText } from '@moqi/domain/contract/categories'
import { useEffect } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { choose } from '../../client/preference.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ContractCard } from '../../kit/operations/contract-card.tsx'
import { contractKeys } from '../../kit/contract/contract-keys.ts'
import { keepListState, listPath } from '../../kit/contract/contract-list-state.ts'
import { askedCount, filterInput, filterSearch, noFilter, type ListFilter } from '../../kit/list/list-filter.ts'
import { ListSkeleton } from '../../kit/list/list-skeleton.tsx'
import { totalText } from '../../kit/list/list-total.ts'
import { ContractTable } from './contract-table.tsx'
import { LaunchButton } from './launch-button.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { SelectionBox } from './selection-box.tsx'

type ContractRowsProps = {
  filter: ListFilter
  /** The cursors of the pages turned so far, the present one last. */
  cursors: readonly (string | null)[]
  onAsk: (filter: ListFilter) => void
}

/** One page of the list, as a table or as cards, or why there is none. */
export function ContractRows({ filter, cursors, onAsk }: ContractRowsProps) {
  const search = filterSearch(filter)
  const cursor = cursors.at(-1) ?? null
  const list = useQuery({
    queryKey: [...contractKeys.all, 'list', search, cursor],
    queryFn: ({ signal }) => call('listTasks', filterInput(filter, cursor), { signal }),
    // Turning a page keeps the old one in sight; another category or filter starts anew.
    placeholderData: (previous, query) => (query?.queryKey[2] === search ? previous : undefined),
  })
  useEffect(() => showRefusal(list.error), [list.error])
  const { data, isFetching, isPlaceholderData } = list
  if (list.error && !data)
    return (
      <div className="card list-table">
        <LoadingFailed onRetry={() => void list.refetch()} busy={isFetching} />
      </div>
    )
  if (!data) return <ListSkeleton rows={10} />
  const rows = data.taskInfoArray
  if (rows.length === 0 && cursors.length === 1 && data.nextCursor === null)
    return <NoRows filter={filter} onAsk={onAsk} />
  const next = isPlaceholderData ? null : data.nextCursor
  const before = (cursors.length - 1) * filter.pageSize
  const takeSize = (pageSize: ListFilter['pageSize']) => {
    choose({ listPageSize: pageSize })
    onAsk({ ...filter, pageSize })
  }
  const pager = (
    <Pager
      total={totalText({ total: data.total, before, onPage: rows.length, more: data.nextCursor !== null })}
      pageSize={filter.pageSize}
      onPageSize={(size) => takeSize(size === 20 || size === 50 ? size : 10)}
      onPrevious={cursors.length > 1 ? () => keepListState(search, cursors.slice(0, -1)) : null}
      onNext={next === null ? null : () => keepListState(search, [...cursors, next])}
    />
  )
  return (
    <>
      <SelectionBar filter={filter} rows={rows} />
      <div className="card list-table from-laptop">
        <ContractTable rows={rows} busy={isPlaceholderData} />
        {pager}
      </div>
      <div className="below-laptop">
        <h2 className="sr">合同</h2>
        <div className="list-cards">
          {rows.map((row) => (
            <ContractCard key={row.signId} row={row} mark={<SelectionBox row={row} />} />
          ))}
        </div>
        {pager}
      </div>
    </>
  )
}

function NoRows({ filter, onAsk }: { filter: ListFilter; onAsk: (filter: ListFilter) => void }) {
  const asked = askedCount(filter) > 0
  const launches = filter.status === 'all' || filter.status === 'myLaunch' || filter.status === 'draft'
  const clear = () => onAsk({ ...noFilter, scope: filter.scope, status: filter.status, pageSize: filter.pageSize })
  return (
    <div className="card list-table">
      <EmptyState
        title={emptyText(filter.status, asked)}
        {...(filter.status === 'draft' && !asked && { hint: '还没写完的合同会自动存到这里。' })}
        {...([...filter.keyword].length === 1 && {
          hint: '单个字只能找到以它开头的主题、编号和名称，请输入两个字以上。',
        })}
      >
        {asked && <Button onClick={clear}>清除筛选条件</Button>}
        {!asked && launches && <LaunchButton from={listPath({ search: filterSearch(filter) })} variant="plain" />}
      </EmptyState>
    </div>
  )
}
