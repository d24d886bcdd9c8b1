import type { integration } from '@moqi/api/integration'
import { justReads, reads, setsState, stale, type CallRows, type Ids } from '../call-row.ts'
import { since } from '../repeat-effects.ts'

const unknown = 'integration/not-found'
const byId = { inputs: ({ integrationId }: Ids) => [{ integrationId }], refused: unknown } as const

/** Of the calls in `packages/api/src/integration.ts`. */
export const integrationRows: CallRows<typeof integration> = {
  listIntegration: justReads,
  getIntegration: { ...byId, again: reads },
  saveIntegration: {
    inputs: ({ integrationId }) => [
      { integrationId, version: 1, integrationName: '金蝶云星空', scopeArray: ['launch', 'read'] },
    ],
    refused: unknown,
    again: async ({ server, launcher }) => ({
      who: launcher,
      input: { integrationName: '用友U9', scopeArray: ['read'] },
      count: await since(async () => (await server.call('listIntegration', {}, launcher)).data.integrationArray.length),
    }),
  },
  switchIntegration: {
    inputs: ({ integrationId }) => [{ integrationId, version: 1, integrationStatus: 'disabled' }],
    refused: unknown,
    again: stale,
  },
  makeIntegrationSecret: { ...byId, again: 'tells a secret, which no answer may keep; without it one is made again' },
  endIntegrationSecret: {
    inputs: ({ integrationId, secretId }) => [{ integrationId, secretId }],
    refused: unknown,
    again: setsState,
  },
  listIntegrationCall: { ...byId, again: reads },
}
