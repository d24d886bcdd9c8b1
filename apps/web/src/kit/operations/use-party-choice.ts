import type { Signer } from '@moqi/api/shapes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { contractKeys } from '../contract/contract-keys.ts'

/** Which party of a contract is meant, of those that `fits` lets pass; a single one needs no choosing. */
export function usePartyChoice(signId: string, fits: (party: Signer) => boolean) {
  const [chosen, choose] = useState('')
  const detail = useQuery({
    queryKey: [...contractKeys.all, 'detail', signId, null],
    queryFn: ({ signal }) => call('getSignDetailInfo', { signId }, { signal }),
  })
  const parties = detail.data?.signerArray.filter(fits) ?? []
  const only = parties.length === 1 ? String(parties[0]?.signerNo) : ''
  const value = chosen || only
  return { detail, parties, value, party: parties.find(({ signerNo }) => String(signerNo) === value), choose }
}
