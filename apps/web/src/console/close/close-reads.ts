import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

/** Whether the company closes, and what has to be thought of before. */
export type ClosingInfo = Output<Table['getCompanyClosing']>

/** Asked for anew whenever the page is opened: what is under way changes. */
export const closingQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['console', tenantId, 'closing'],
    queryFn: ({ signal }) => call('getCompanyClosing', {}, { signal }),
    staleTime: 0,
  })
