import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

/** The query of the own data. */
export const securityKey = ['security']

/** The own data as the pages of the personal centre show it. */
export function useSecurityInfo() {
  return useQuery({ queryKey: securityKey, queryFn: ({ signal }) => call('getSecurityInfo', {}, { signal }) })
}
