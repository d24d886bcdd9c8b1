import { create } from 'zustand'
import type { ContractRow } from '../../kit/contract/contract-row.ts'

/** As many as one archive takes. */
export const mostSelected = 1000

/** The rows that are ticked, by their signId, over all pages of one category and filter. */
export const useSelection = create<{ search: string; rows: ReadonlyMap<string, ContractRow> }>(() => ({
  search: '',
  rows: new Map(),
}))

/** Begins anew when another category or filter is shown. */
export function selectWithin(search: string) {
  if (useSelection.getState().search !== search) useSelection.setState({ search, rows: new Map() })
}

/** Ticks or unticks rows; beyond a thousand nothing more is ticked. */
export function select(rows: readonly ContractRow[], ticked: boolean) {
  const next = new Map(useSelection.getState().rows)
  for (const row of rows) {
    if (!ticked) next.delete(row.signId)
    else if (next.size < mostSelected) next.set(row.signId, row)
  }
  useSelection.setState({ rows: next })
}

/** Unticks all rows, of every page. */
export const clearSelection = () => useSelection.setState({ rows: new Map() })

/** The ticked rows that offer an operation. */
export const offering = (
  rows: ReadonlyMap<string, ContractRow>,
  operation: ContractRow['operationArray'][number],
): ContractRow[] => [...rows.values()].filter(({ operationArray }) => operationArray.includes(operation))
