import { queryClient } from '../../client/query-client.ts'

/** Under which keys the grants of the company's seals are kept. */
export const grantKeys = {
  all: ['sealGrants'],
  list: (tenantId: string) => ['sealGrants', tenantId, 'list'],
  one: (grantId: string) => ['sealGrants', 'one', grantId],
  asked: (tenantId: string) => ['sealGrants', tenantId, 'asked'],
  /** Not among the others: the form that answers it is not taken away while that is saved. */
  request: (requestId: string) => ['grantRequest', requestId],
  making: (tenantId: string) => ['sealGrants', tenantId, 'making'],
} as const

/** Has every page of grants read anew. */
export const readGrantsAnew = () => queryClient.invalidateQueries({ queryKey: grantKeys.all })
