import type { webhook } from '@moqi/api/webhook'
import { type CallRows, type Ids, reads, setsState } from '../call-row.ts'

const unknown = 'integration/not-found'
const byId = { inputs: ({ integrationId }: Ids) => [{ integrationId }], refused: unknown } as const

/** Of the calls in `packages/api/src/webhook.ts`. */
export const webhookRows: CallRows<typeof webhook> = {
  getWebhook: { ...byId, again: reads },
  listWebhookDelivery: { ...byId, again: reads },
  saveWebhook: {
    inputs: ({ integrationId }) => [
      { integrationId, callbackUrl: 'https://oa.example.com/moqi', eventArray: ['TASK_SENT'] },
    ],
    refused: unknown,
    again: setsState,
  },
  switchWebhook: {
    inputs: ({ integrationId }) => [{ integrationId, paused: 1 }],
    refused: unknown,
    again: setsState,
  },
  testWebhook: { ...byId, again: 'sends an event that tells nothing; a receiver bears it twice' },
  replayWebhook: {
    inputs: ({ integrationId, signId }) => [{ integrationId, eventId: signId }],
    refused: unknown,
    again: 'sends an event again: again, it is on its way, or its receiver knows its id',
  },
}
