import { create } from 'zustand'
import { queryClient } from '../../client/query-client.ts'

/** Query keys of everything that shows contracts: lists and counters share a beginning. */
export const contractKeys = {
  all: ['contracts'],
  recent: ['contracts', 'recent'],
  counters: ['contracts', 'counters'],
} as const

/** When the person last changed something of a contract, ms: what lists read from then on they show as it is. */
export const useOwnChange = create<{ at: number }>(() => ({ at: 0 }))

/** Reads every list, counter and detail of contracts again after an operation (checklist S18). */
export function refreshContracts(): Promise<void> {
  useOwnChange.setState({ at: Date.now() })
  return rereadContracts()
}

/** The same because of what others may have done: rows that are being looked at keep their places. */
export const rereadContracts = (): Promise<void> => queryClient.invalidateQueries({ queryKey: contractKeys.all })
