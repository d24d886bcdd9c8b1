import type { companyExport } from '@moqi/api/company-export'
import { Refusal } from '@moqi/domain/refusal'
import type { Handler } from '#src/platform/handlers.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { exportAnswer } from './export-rows.ts'
import { exportableRows } from './exportable-rows.ts'

/** The company's exports, newest first, and how many contracts one begun now would hold. */
export const listCompanyExport: Handler<typeof companyExport.listCompanyExport> = async (
  { db },
  { tenantId },
  { cursor, pageSize },
) => {
  if (cursor && !isUuid(cursor)) throw new Refusal('request/invalid')
  return db.read(tenantId, async (tenant) => {
    const rows = await tenant
      .selectFrom('company_export')
      .where('tenant_id', '=', tenantId)
      .$if(Boolean(cursor), (query) => query.where('export_id', '<', cursor ?? ''))
      .orderBy('export_id', 'desc')
      .limit(pageSize + 1)
      .selectAll()
      .execute()
    const { number } = await exportableRows(tenant, tenantId)
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .executeTakeFirstOrThrow()
    return {
      exportArray: rows.slice(0, pageSize).map(exportAnswer),
      nextCursor: rows.length > pageSize ? (rows[pageSize - 1]?.export_id ?? null) : null,
      taskNumber: Number(number),
    }
  })
}
