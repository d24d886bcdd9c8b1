import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { decideFraudReport } from './decide-report.ts'
import { getFraudReport } from './get-report.ts'
import { listFraudReports } from './list-reports.ts'
import { reportByTicket, reportContract } from './report-fraud.ts'

/** The calls of this folder with the functions that answer them. */
export const reportCalls = {
  decideFraudReport,
  getFraudReport,
  listFraudReports,
  reportByTicket,
  reportContract,
} satisfies Partial<Handlers<Table>>
