import { queryClient } from '../../client/query-client.ts'

/** Query keys of everything about integrations: they share a beginning. */
export const integrationKeys = {
  all: ['integrations'],
  list: (tenantId: string) => ['integrations', 'list', tenantId],
  one: (integrationId: string) => ['integrations', 'one', integrationId],
  embedding: (integrationId: string) => ['integrations', 'embedding', integrationId],
  webhook: (integrationId: string) => ['integrations', 'webhook', integrationId],
  deliveries: (integrationId: string, failedOnly: boolean) => ['integrations', 'deliveries', integrationId, failedOnly],
  log: (integrationId: string, failedOnly: boolean) => ['integrations', 'log', integrationId, failedOnly],
} as const

/** Reads all of it again. */
export const rereadIntegrations = (): Promise<void> => queryClient.invalidateQueries({ queryKey: integrationKeys.all })
