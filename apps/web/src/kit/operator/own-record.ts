import { queryOptions } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

/** Who is signed in, and what they have done lately. */
export const ownRecord = queryOptions({
  queryKey: ['operator', 'self'],
  queryFn: ({ signal }) => call('operatorSelf', {}, { signal, quiet: true }),
})
