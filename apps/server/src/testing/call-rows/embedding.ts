import type { embedding } from '@moqi/api/embedding'
import { ends, plain, reads, setsState, sendsCode, signsIn, type CallRows, type Ids } from '../call-row.ts'

const unknown = 'integration/not-found'

/** Of the calls in `packages/api/src/embedding.ts`. */
export const embeddingRows: CallRows<typeof embedding> = {
  getEmbedding: {
    inputs: ({ integrationId }: Ids) => [{ integrationId }],
    refused: unknown,
    again: reads,
  },
  saveEmbedding: {
    inputs: ({ integrationId }) => [{ integrationId, originArray: ['https://oa.example.com'], returnArray: [] }],
    refused: unknown,
    again: setsState,
  },
  issuePass: {
    inputs: ({ signId }) => [{ signId, signerNo: 1 }],
    again: 'makes a link that works once; without its answer another one is made',
  },
  redeemPass: { inputs: () => [{ appId: 'A'.repeat(43), pass: 'B'.repeat(43) }], again: signsIn },
  getOpener: { inputs: () => [{ appId: 'A'.repeat(43) }], again: reads },
  getSid: { inputs: () => [{ appId: 'A'.repeat(43), sid: 'B'.repeat(43) }], again: reads },
  tieSid: {
    inputs: () => [{ appId: 'A'.repeat(43), sid: 'B'.repeat(43) }],
    again: 'uses a link up: again, it has been used',
  },
  getVisit: { ...plain, again: reads },
  sendVisitCode: { ...plain, again: sendsCode },
  proveVisit: { inputs: () => [{ smsCode: '000000' }], again: signsIn },
  endVisit: { ...plain, again: ends },
}
