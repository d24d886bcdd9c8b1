import { queryClient } from '../../client/query-client.ts'

/** Query keys of everything that shows contracts: lists and counters share a beginning. */
export const contractKeys = {
  all: ['contracts'],
  recent: ['contracts', 'recent'],
  counters: ['contracts', 'counters'],
} as const

/** Reads every list, counter and detail of contracts again after an operation (checklist S18). */
export const refreshContracts = () => queryClient.invalidateQueries({ queryKey: contractKeys.all })
