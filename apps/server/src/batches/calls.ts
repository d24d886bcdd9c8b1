import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { batchFaultSheet, batchTemplate } from './batch-sheet.ts'
import { checkBatch } from './check-batch.ts'
import { correctBatchRow, dropBatchRows } from './correct-row.ts'
import { getBatch, listBatches } from './get-batch.ts'
import { retryBatch, startBatch } from './start-batch.ts'

/** The calls of this folder with the functions that answer them. */
export const batchCalls = {
  batchFaultSheet,
  batchTemplate,
  checkBatch,
  correctBatchRow,
  dropBatchRows,
  getBatch,
  listBatches,
  retryBatch,
  startBatch,
} satisfies Partial<Handlers<Table>>
