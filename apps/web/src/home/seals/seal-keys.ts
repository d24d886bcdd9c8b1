import { queryClient } from '../../client/query-client.ts'

/** Under which keys the company's seals are kept. */
export const sealKeys = {
  all: ['companySeals'],
  list: (tenantId: string) => ['companySeals', tenantId, 'list'],
  one: (sealId: string) => ['companySeals', 'one', sealId],
  log: (sealId: string) => ['companySeals', 'log', sealId],
  watch: (tenantId: string) => ['companySeals', tenantId, 'watch'],
  making: (tenantId: string) => ['companySeals', tenantId, 'making'],
} as const

/** Has every page of seals read anew. */
export const readSealsAnew = () => queryClient.invalidateQueries({ queryKey: sealKeys.all })
