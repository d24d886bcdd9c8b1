import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

/** The numbers of a space, the own look into it, and who has looked before. */
export const useTenant = (tenantId: string) =>
  useQuery({
    queryKey: ['operator', 'tenant', tenantId],
    queryFn: ({ signal }) => call('tenantNumbers', { tenantId }, { signal, quiet: true }),
    retry: false,
  })

/** What is shown of one space to everybody of the platform. */
export type TenantNumbers = NonNullable<ReturnType<typeof useTenant>['data']>
