import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

/** The query of what waits for the person's answer. */
export const waitingKey = ['waiting-answers'] as const

/** Invitations of companies and administrations handed over, to the signed-in person. */
export function useWaitingAnswers() {
  return useQuery({
    queryKey: waitingKey,
    queryFn: ({ signal }) => call('listInvite', {}, { signal, quiet: true }),
    staleTime: 60_000,
  })
}

/** Where a company's invitation is answered. */
export const joinPath = (companyId: string) => `/user-space/company-join?companyId=${encodeURIComponent(companyId)}`
