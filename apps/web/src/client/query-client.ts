import { QueryClient } from '@tanstack/react-query'
import { CallRefusal } from './call-error.ts'

/** Reads are repeated twice after a fault (checklist K3), never after a refusal. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) => count < 2 && error.message !== 'HTTP 401' && !(error instanceof CallRefusal),
      staleTime: 5_000,
      refetchOnWindowFocus: true,
    },
  },
})
