import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { downloadCompanyExport, getCompanyExportLink } from './download-export.ts'
import { listCompanyExport } from './list-exports.ts'
import { orderCompanyExport } from './order-export.ts'
import { steerCompanyExport } from './steer-export.ts'

/** The calls of this folder with the functions that answer them. */
export const exportCalls = {
  downloadCompanyExport,
  getCompanyExportLink,
  listCompanyExport,
  orderCompanyExport,
  steerCompanyExport,
} satisfies Partial<Handlers<Table>>
