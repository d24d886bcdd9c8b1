import type { batch } from '@moqi/api/batch'
import { justReads, reads, setsState, type CallRows } from '../call-row.ts'

const byBatch = { inputs: ({ batchId }: { batchId: string }) => [{ batchId }], refused: 'batch/not-found' } as const

/** Of the calls in `packages/api/src/batch.ts`. */
export const batchRows: CallRows<typeof batch> = {
  batchTemplate: {
    inputs: ({ templateId }) => [{ templateId }],
    refused: 'template/not-found',
    colleagueMay: true,
    again: reads,
  },
  checkBatch: {
    inputs: ({ templateId }) => [{ templateId }],
    again: 'is sent as a file; repeated in the tests of batches',
  },
  listBatches: justReads,
  getBatch: { ...byBatch, again: reads },
  correctBatchRow: {
    inputs: ({ batchId }) => [{ batchId, row: 2, values: {} }],
    refused: 'batch/not-found',
    again: setsState,
  },
  dropBatchRows: { ...byBatch, again: 'drops what is not sent: again, there is none' },
  batchFaultSheet: { ...byBatch, again: reads },
  startBatch: { ...byBatch, again: 'takes what is listed, each row at most once' },
  retryBatch: { ...byBatch, again: 'queues the rows that failed, each of which is sent at most once' },
}
