import type { CompanyExport } from '@moqi/api/company-export'
import { openExportStates } from '@moqi/domain/spaces/company-export'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

/** How often one that is under way is asked about, ms. */
const againMs = 2000

/** Whether an export is neither done nor given up. */
export const isOpen = ({ exportState }: CompanyExport): boolean =>
  openExportStates.some((state) => state === exportState)

/** The company's exports, asked for again while one is under way. */
export const exportsQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['console', tenantId, 'exports'],
    queryFn: ({ signal }) => call('listCompanyExport', { pageSize: 10 }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.exportArray.some(({ exportState }) => exportState === 'running') ? againMs : false,
  })
