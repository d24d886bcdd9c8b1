import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { saveIntegration, switchIntegration } from './edit-integration.ts'
import { endIntegrationSecret, makeIntegrationSecret } from './integration-secrets.ts'
import { listIntegrationCall } from './list-integration-call.ts'
import { getIntegration, listIntegration } from './read-integrations.ts'

/** The calls of this folder with the functions that answer them. */
export const integrationCalls = {
  endIntegrationSecret,
  getIntegration,
  listIntegration,
  listIntegrationCall,
  makeIntegrationSecret,
  saveIntegration,
  switchIntegration,
} satisfies Partial<Handlers<Table>>
