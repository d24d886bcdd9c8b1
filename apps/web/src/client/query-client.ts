import { QueryCache, QueryClient } from '@tanstack/react-query'
import { CallRefusal } from './call-error.ts'

/** Who was put out of the current space is told by any call; the list of spaces then says where one still belongs. */
const queryCache = new QueryCache({
  onError: (error) => {
    if (error instanceof CallRefusal && error.reason === 'space/not-found') {
      void queryClient.invalidateQueries({ queryKey: ['spaces'] })
    }
  },
})

/** A refusal, or what the server finds wrong with the question itself, is answered the same the next time. */
const isFinal = (error: Error) => error instanceof CallRefusal || /^HTTP 4\d\d$/.test(error.message)

/** Reads are repeated twice after a fault (checklist K3). */
export const queryClient = new QueryClient({
  queryCache,
  defaultOptions: {
    queries: {
      retry: (count, error) => count < 2 && !isFinal(error),
      staleTime: 5_000,
      refetchOnWindowFocus: true,
    },
  },
})
