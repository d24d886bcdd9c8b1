import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CallRefusal } from '../../client/call-error.ts'
import { queryClient } from '../../client/query-client.ts'

/** A part of a space that is looked into; once the look is over, the page is read anew and shows that it is. */
export function usePart<T>(part: string, tenantId: string, ask: (signal: AbortSignal) => Promise<T>) {
  const query = useQuery({
    queryKey: ['operator-look', tenantId, part],
    queryFn: ({ signal }) => ask(signal),
    retry: false,
    gcTime: 0,
  })
  useEndedLook(tenantId, query.error)
  return query
}

/** Shows that a look has ended when a call says so. */
export function useEndedLook(tenantId: string, error: unknown) {
  useEffect(() => {
    if (!(error instanceof CallRefusal) || error.reason !== 'look/required') return
    void queryClient.invalidateQueries({ queryKey: ['operator', 'tenant', tenantId] })
  }, [error, tenantId])
}
