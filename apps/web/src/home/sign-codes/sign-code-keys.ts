import { contractKeys } from '../../kit/contract/contract-keys.ts'
import { queryClient } from '../../client/query-client.ts'

/** Query keys of codes: they lie among the lists of contracts, so that a contract made by a code reads them anew. */
export const signCodeKeys = {
  all: [contractKeys.all[0], 'list', 'signCodes'],
  list: (tenantId: string, templateId: string) => [...signCodeKeys.all, tenantId, templateId],
  uses: (signCodeId: string) => [...signCodeKeys.all, 'uses', signCodeId],
} as const

/** Reads every list of codes again after a change. */
export const readSignCodesAnew = () => queryClient.invalidateQueries({ queryKey: signCodeKeys.all })
