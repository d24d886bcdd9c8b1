import type { operatorExport } from '@moqi/api/operator-export'
import { type CallRows, justReads } from '../call-row.ts'

/** Of the calls in `packages/api/src/operator-export.ts`. */
export const operatorExportRows: CallRows<typeof operatorExport> = {
  exportOperatorList: {
    inputs: () => [{ list: 'tenants' }],
    again: 'answers what is there; each taking is on record',
  },
  listOperatorLog: justReads,
}
