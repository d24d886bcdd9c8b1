import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import type { Space } from '../../client/space-store.ts'

/** Where a company is managed (checklist C85); a refusal says who may. */
export const consoleQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['console', tenantId],
    queryFn: ({ signal }) => call('getConsoleUrl', { tenantId }, { signal, quiet: true }),
    staleTime: Infinity,
  })

/** The console of an authenticated company; asked for before it is pressed, so that a window may open at once. */
export function useConsole({ tenantId, spaceType }: Pick<Space, 'tenantId' | 'spaceType'>, passed: boolean) {
  return useQuery({ ...consoleQuery(tenantId), enabled: spaceType === 'company' && passed })
}
