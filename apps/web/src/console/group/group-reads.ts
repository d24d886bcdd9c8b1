import type { GroupPeriod } from '@moqi/domain/groups/group-figures'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { queryClient } from '../../client/query-client.ts'

const keyOf = (tenantId: string) => ['company-group', tenantId]

/** The group a company is in, and the invitations it has. */
export const groupQuery = (tenantId: string) =>
  queryOptions({
    queryKey: [...keyOf(tenantId), 'group'],
    queryFn: ({ signal }) => call('getGroup', {}, { signal }),
  })

/** The companies of the group in numbers. Each reading may count as a look, so nothing reads them by the way. */
export const figuresQuery = (tenantId: string, period: GroupPeriod) =>
  queryOptions({
    queryKey: [...keyOf(tenantId), 'figures', period],
    queryFn: ({ signal }) => call('getGroupFigures', { period }, { signal }).then(({ companyArray }) => companyArray),
    placeholderData: (before) => before,
    refetchOnWindowFocus: false,
  })

/** Reads anew what a company sees of its group. */
export const readGroupAnew = (tenantId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: keyOf(tenantId) })
