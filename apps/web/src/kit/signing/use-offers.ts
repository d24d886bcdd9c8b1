import type { SignDetail } from '@moqi/api/task'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import type { Space } from '../../client/space-store.ts'

/**
 * What there is to sign with: the seals of the space for this contract, and what was chosen before, here or on another
 * device. Asked for once the contract itself is on its way (`begun`).
 */
export function useOffers({ signId, signKind }: SignDetail, { tenantId, companyId }: Space, begun: boolean) {
  const seals = useQuery({
    queryKey: ['seals', 'usable', tenantId, signId],
    queryFn: ({ signal }) =>
      call('userSeals', { companyId: companyId ?? '', signId }, { signal }).then(({ sealInfoArray }) => sealInfoArray),
    enabled: begun,
  })
  const before = useQuery({
    queryKey: ['signing-draft', signId],
    // What cannot be had is chosen again: it must not keep anybody from signing.
    queryFn: ({ signal }) =>
      call('signProcessPosition', { signId }, { signal, quiet: true }).then(
        ({ positionArray }) => positionArray,
        () => [],
      ),
    enabled: begun,
    staleTime: Infinity,
    gcTime: 0,
  })
  return {
    // Who is asked for a seal is offered no signature.
    seals: signKind === 'seal' ? seals.data?.filter(({ sealType }) => sealType !== 'handwrite') : seals.data,
    before: before.data,
    failed: seals.error !== null && seals.data === undefined,
    busy: seals.isFetching,
    readAgain: async () => void (await seals.refetch()),
  }
}
