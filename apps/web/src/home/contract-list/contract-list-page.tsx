import { useQuery } from '@tanstack/react-query'
import { categoryLabels, type Category } from '@moqi/domain/contract/categories'
import { useEffect } from 'react'
import { call } from '../../client/call.ts'
import { usePreference, usualPageSize } from '../../client/preference.ts'
import { useSpace } from '../../client/space-store.ts'
import { useNavigate, useRouter, useSearchParams } from '../../router/hooks.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { approvalsPath } from '../../kit/approval/approval-paths.ts'
import { contractKeys } from '../../kit/contract/contract-keys.ts'
import { seesAllContracts } from '../../kit/space/space-facts.ts'
import { cursorsAt, keepListState, listPath, useContractListState } from '../../kit/contract/contract-list-state.ts'
import '../../kit/list/contract-list.css'
import { filterSearch, noFilter, readFilter, type ListFilter } from '../../kit/list/list-filter.ts'
import { ListFilters } from '../../kit/list/list-filters.tsx'
import { BatchSheet } from './batch-sheet.tsx'
import { ContractRows } from './contract-rows.tsx'
import { LaunchButton } from './launch-button.tsx'
import { ListCategories } from './list-categories.tsx'
import { ScopeNote, ScopeSwitch } from './scope-switch.tsx'
import { NewRows } from '../../kit/live/new-rows.tsx'
import { ExportButton } from './export-button.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useListRows } from './use-list-rows.ts'
import { PhoneFilters } from './phone-filters.tsx'

/** The contracts of the current space, by category and filter (checklist R32, domain.md 7.2). */
export function ContractListPage() {
  const [params] = useSearchParams()
  const router = useRouter()
  const navigate = useNavigate()
  const seesAll = useSpace(({ current }) => seesAllContracts(current))
  const filter = readFilter(params, usePreference(usualPageSize), seesAll)
  const search = filterSearch(filter)
  const listState = useContractListState()
  const cursors = cursorsAt(listState, search)
  const asksForApprovals = params.get('status') === 'myapproval'

  useEffect(() => {
    if (useContractListState.getState().search !== search) keepListState(search)
  }, [search])
  useEffect(() => {
    // Approvals are no contracts: they have a list of their own (checklist S8).
    if (asksForApprovals) void navigate(approvalsPath, { replace: true })
  }, [asksForApprovals, navigate])

  useEffect(() => {
    // Whoever looks at a list opens a contract next.
    const ready = setTimeout(() => router.warm('/temp-info'), 1000)
    return () => clearTimeout(ready)
  }, [router])

  const { data: totals } = useQuery({
    // What the stream tells are the person's own.
    queryKey: filter.scope === 'own' ? contractKeys.counters : [...contractKeys.counters, filter.scope],
    queryFn: ({ signal }) => call('getStatusTotal', { scope: filter.scope }, { signal }),
  })
  const ask = (asked: ListFilter) => void navigate(filterSearch(asked))
  const searchOf = (category: Category) =>
    filterSearch({ ...noFilter, scope: filter.scope, status: category, pageSize: filter.pageSize })
  const list = useListRows(filter, cursors)
  return (
    <>
      <ListCategories current={filter.status} totals={totals} searchOf={searchOf} />
      <div className="list-main">
        <div className="list-head only-desktop">
          <span className="row">
            <h1 id="contract-list-title" className="h1">
              {categoryLabels[filter.status]}
            </h1>
            <ScopeSwitch filter={filter} />
            <NewRows change={list.change} onTake={list.takeAll} />
          </span>
          <span className="row">
            <ExportButton filter={filter} />
            <ButtonLink to="/space/templates">合同模板</ButtonLink>
            <LaunchButton from={listPath({ search })} />
          </span>
        </div>
        <h1 className="sr only-phone">合同管理</h1>
        <div className="only-phone">
          <ScopeSwitch filter={filter} />
        </div>
        <ScopeNote filter={filter} />
        <div className="list-tools">
          <ListFilters key={`desk${search}`} filter={filter} onAsk={ask} />
          <SelectionBar filter={filter} />
        </div>
        <PhoneFilters key={`phone${search}`} filter={filter} onAsk={ask} />
        <BatchSheet />
        <ContractRows filter={filter} cursors={cursors} list={list} onAsk={ask} />
      </div>
    </>
  )
}
