import { emptyText } from '@moqi/domain/contract/categories'
import type { ReactNode } from 'react'
import { choose } from '../../client/preference.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useBelow } from '../../ui/use-phone.ts'
import { ContractCard } from '../../kit/operations/contract-card.tsx'
import { keepListState, listPath } from '../../kit/contract/contract-list-state.ts'
import { askedCount, filterSearch, noFilter, type ListFilter } from '../../kit/list/list-filter.ts'
import { NewRows } from '../../kit/live/new-rows.tsx'
import { ListSkeleton } from '../../kit/list/list-skeleton.tsx'
import { totalText } from '../../kit/list/list-total.ts'
import { ContractTable } from './contract-table.tsx'
import { LaunchButton } from './launch-button.tsx'
import { ExportButton } from './export-button.tsx'
import { PageBox, SelectionBox } from './selection-box.tsx'
import type { useListRows } from './use-list-rows.ts'

type ContractRowsProps = {
  filter: ListFilter
  /** The cursors of the pages turned so far, the present one last. */
  cursors: readonly (string | null)[]
  list: ReturnType<typeof useListRows>
  onAsk: (filter: ListFilter) => void
}

/** One page of the list, as a table or as cards, or why there is none. */
export function ContractRows({ filter, cursors, list, onAsk }: ContractRowsProps) {
  // Not by style sheet: a phone would draw every row twice.
  const cards = useBelow('laptop')
  const search = filterSearch(filter)
  const { data, isFetching, isPlaceholderData, rows, total, found } = list
  if (list.error && !data)
    return (
      <div className="card list-table">
        <LoadingFailed onRetry={() => void list.refetch()} busy={isFetching} />
      </div>
    )
  if (!data) return <ListSkeleton rows={10} />
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
      total={totalText({ total, found, before, onPage: rows.length, more: data.nextCursor !== null })}
      pageSize={filter.pageSize}
      onPageSize={(size) => takeSize(size === 20 || size === 50 ? size : 10)}
      onPrevious={cursors.length > 1 ? () => keepListState(search, cursors.slice(0, -1)) : null}
      onNext={next === null ? null : () => keepListState(search, [...cursors, next])}
    />
  )
  if (cards) return <Cards filter={filter} list={list} pager={pager} />
  return (
    <div className="card list-table">
      <ContractTable rows={rows} inBin={filter.status === 'bin'} busy={isPlaceholderData} />
      {pager}
    </div>
  )
}

/** The rows on a window that has no room for a table. */
function Cards({ filter, list, pager }: Pick<ContractRowsProps, 'filter' | 'list'> & { pager: ReactNode }) {
  const { rows } = list
  return (
    <div>
      <h2 className="sr">合同</h2>
      <div className="list-phone-bar">
        <PageBox rows={rows} words="选择本页" />
        <NewRows change={list.change} onTake={list.takeAll} />
        <span className="list-phone-export only-phone">
          <ExportButton filter={filter} />
        </span>
      </div>
      <div className="list-cards">
        {rows.map((row) => (
          <ContractCard key={row.signId} row={row} mark={<SelectionBox row={row} />} />
        ))}
      </div>
      {pager}
    </div>
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
