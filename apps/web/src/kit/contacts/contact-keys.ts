import { queryClient } from '../../client/query-client.ts'

/** Query keys of everything that shows contacts. */
export const contactKeys = {
  all: ['contacts'],
  list: ['contacts', 'list'],
  doubles: ['contacts', 'doubles'],
} as const

/** Reads every list of contacts again after a change. */
export const refreshContacts = () => queryClient.invalidateQueries({ queryKey: contactKeys.all })
