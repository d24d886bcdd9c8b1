import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { contractKeys } from '../operations/contract-keys.ts'

/** One contract as one entry sees it; `signType` lets the server compare the link with the entry (checklist I18). */
export function useSignDetail(signId: string, signType?: 0 | 1) {
  return useQuery({
    queryKey: [...contractKeys.all, 'detail', signId, signType ?? null],
    queryFn: ({ signal }) =>
      call('getSignDetailInfo', { signId, ...(signType !== undefined && { signType }) }, { signal }),
  })
}
