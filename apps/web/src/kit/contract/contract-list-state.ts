import { create } from 'zustand'
import { useSpace } from '../../client/space-store.ts'

/** The contract list as it was left (checklist E1): its address, and the cursors of the pages turned so far. */
type ContractListState = { search: string; cursors: readonly (string | null)[] }

const firstPage: readonly (string | null)[] = [null]

/** Kept while the application is open, so that the way back from a contract leads to the same rows. */
export const useContractListState = create<ContractListState>(() => ({ search: '?status=all', cursors: firstPage }))

/** The cursors of the list at this address: those kept if it is the one left last, else the first page's. */
export const cursorsAt = (listState: ContractListState, search: string) =>
  listState.search === search ? listState.cursors : firstPage

/** Remembers the list's address and page. */
export const keepListState = (search: string, cursors: readonly (string | null)[] = firstPage) =>
  useContractListState.setState({ search, cursors })

/** Where the way back from a contract leads. */
export const listPath = ({ search }: Pick<ContractListState, 'search'>) => `/space/contract-list${search}`

// Another space has other contracts: its list begins at the beginning.
useSpace.subscribe(({ current }, { current: before }) => {
  if (before && current?.tenantId !== before.tenantId)
    useContractListState.setState({ search: '?status=all', cursors: firstPage })
})
