import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

/** What the company's legal representative is called; empty while it is not known. */
export function useLegalName(): string {
  const { data } = useQuery({
    queryKey: ['companyLegal'],
    queryFn: ({ signal }) => call('companyLegal', {}, { signal, quiet: true }),
  })
  return data?.legalPersonName ?? ''
}
