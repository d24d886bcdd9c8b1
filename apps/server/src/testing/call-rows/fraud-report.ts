import type { fraudReport } from '@moqi/api/fraud-report'
import { type CallRows, justReads, reads } from '../call-row.ts'

const reportNo = 'JB20261120AAAAAAAA'

/** Of the calls in `packages/api/src/fraud-report.ts`. */
export const fraudReportRows: CallRows<typeof fraudReport> = {
  listFraudReports: justReads,
  getFraudReport: { inputs: () => [{ reportNo }], again: reads },
  decideFraudReport: {
    inputs: () => [{ reportNo, isUpheld: 1, reason: '经核实发起方冒用名义' }],
    again: 'is refused by the report once it is decided',
  },
}
