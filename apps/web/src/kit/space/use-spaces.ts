import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

/** The signed-in person's spaces. */
export function useSpaces() {
  return useQuery({
    queryKey: ['spaces'],
    queryFn: ({ signal }) => call('getUserSpaceInfo', {}, { signal }).then((data) => data.spaceInfoArray),
  })
}
