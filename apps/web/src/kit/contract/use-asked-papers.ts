import type { SignDetail } from '@moqi/api/task'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { contractKeys } from './contract-keys.ts'

/** What the viewer is told of papers asked for and handed in; read again with the contract, and when one comes. */
export const useAskedPapers = ({ signId, papersAsked }: Pick<SignDetail, 'signId' | 'papersAsked'>) =>
  useQuery({
    queryKey: [...contractKeys.all, 'papers', signId],
    queryFn: ({ signal }) => call('listPapers', { signId }, { signal, quiet: true }),
    enabled: papersAsked === 1,
  })
