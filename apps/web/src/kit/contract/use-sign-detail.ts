import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { fetchBytes, pictureQuery } from '../../client/picture.ts'
import { queryClient } from '../../client/query-client.ts'
import { currentTenantId, storedTenantId } from '../../client/space-store.ts'
import type { Place } from '../../router/route.ts'
import { firstPageAddress, previewAddress } from '../document/use-page-preview.ts'
import { contractKeys } from './contract-keys.ts'

/** What the server compares an entry with: 0 for a person's link, 1 for a company's (checklist I18). */
export type SignType = 0 | 1 | undefined

const detailKey = (signId: string, signType: SignType) => [...contractKeys.all, 'detail', signId, signType ?? null]

/** What no contract is called is not asked for, and answers as an invented name does (checklist I7). */
const longestHandle = 64
const noContract = () => new CallRefusal({ code: 404, message: '合同不存在或无权查看', data: null })

/**
 * One contract as one entry sees it; the first time, the picture of its first page is asked for in the same breath.
 * `ahead` is the space to ask for before one is known to be the person's own: quietly, for the page will ask again.
 */
const detailQuery = (signId: string, signType: SignType, ahead?: string) =>
  queryOptions({
    queryKey: detailKey(signId, signType),
    queryFn: async ({ signal }) => {
      if (signId === '' || signId.length > longestHandle) throw noContract()
      const known = queryClient.getQueryData(detailKey(signId, signType)) !== undefined
      const picture = known ? null : fetchBytes(firstPageAddress(signId), undefined, ahead)
      // Who may not see the contract hears it from the call.
      picture?.catch(() => null)
      const detail = await call(
        'getSignDetailInfo',
        { signId, ...(signType !== undefined && { signType }) },
        { signal, ...(ahead !== undefined && { tenantId: ahead, quiet: true }) },
      )
      const address = previewAddress(detail.fileArray[0]?.fileUrl ?? '')
      if (picture && address) void queryClient.prefetchQuery(pictureQuery(address, picture))
      return detail
    },
  })

/** One contract as one entry sees it; `signType` lets the server compare the link with the entry (checklist I18). */
export const useSignDetail = (signId: string, signType?: SignType) => useQuery(detailQuery(signId, signType))

/** Asks for a contract as soon as somebody sets out for its page. */
export function askForContract({ search }: Place) {
  const asked = new URLSearchParams(search)
  const signId = asked.get('signId')
  // On a first visit the list of spaces is still to come; the last one chosen is nearly always the one.
  const ahead = currentTenantId() === null ? storedTenantId() : undefined
  if (!signId || ahead === null) return
  // The page joins this very request, and expects it repeated like its own.
  const { retry } = queryClient.getDefaultOptions().queries ?? {}
  void queryClient.prefetchQuery({
    ...detailQuery(signId, readSignType(asked), ahead),
    ...(retry !== undefined && { retry }),
  })
}

/** `signType` of an address, if it is one of the two there are. */
export function readSignType(asked: URLSearchParams): SignType {
  const text = asked.get('signType')
  if (text === '0') return 0
  return text === '1' ? 1 : undefined
}
