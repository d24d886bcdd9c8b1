import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { useSpace } from '../../client/space-store.ts'

/** 剩余发起签署 of the current space, 份; null while unknown. */
export function useSurplus(): number | null {
  const tenantId = useSpace((state) => state.current?.tenantId ?? '')
  const { data } = useQuery({
    queryKey: ['launch-surplus', tenantId],
    queryFn: ({ signal }) => call('getSpaceDetailInfo', {}, { signal }).then(({ surplus }) => surplus),
  })
  return data ?? null
}
