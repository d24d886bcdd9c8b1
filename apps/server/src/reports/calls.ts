import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { reportByTicket, reportContract } from './report-fraud.ts'

/** The calls of this folder with the functions that answer them. */
export const reportCalls = {
  reportByTicket,
  reportContract,
} satisfies Partial<Handlers<Table>>
