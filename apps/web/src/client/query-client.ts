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

/** Reads are repeated twice after a fault (checklist K3), never after a refusal. */
export const queryClient = new QueryClient({
  queryCache,
  defaultOptions: {
    queries: {
      retry: (count, error) => count < 2 && error.message !== 'HTTP 401' && !(error instanceof CallRefusal),
      staleTime: 5_000,
      refetchOnWindowFocus: true,
    },
  },
})
