import { parentPort } from 'node:worker_threads'
import {
  readWorkbook,
  type Workbook,
  type WorkbookBounds,
  WorkbookFault,
  type WorkbookFaultReason,
} from './read-workbook.ts'

/** What goes to the worker. */
export type WorkbookJob = { bytes: Uint8Array; bounds: WorkbookBounds }
/** What comes back: the workbook, or why it cannot be read. */
export type WorkbookReply = Workbook | WorkbookFaultReason

parentPort?.on('message', ({ bytes, bounds }: WorkbookJob) => {
  parentPort?.postMessage(read(bytes, bounds), [])
})

function read(bytes: Uint8Array, bounds: WorkbookBounds): WorkbookReply {
  try {
    return readWorkbook(bytes, bounds)
  } catch (error) {
    if (error instanceof WorkbookFault) return error.reason
    throw error
  }
}
