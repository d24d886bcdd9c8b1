import type { CompanyExport } from '@moqi/api/company-export'
import type { StoredFile } from '@moqi/evidence/export/zip-records'
import { Refusal } from '@moqi/domain/refusal'
import type { CompanyExportState, ExportStage } from '@moqi/domain/spaces/company-export'
import type { Selectable, Updateable } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import { isUuid } from '#src/platform/uuid.ts'

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** An export of everything a company has. Times in ms, sizes in bytes; who ordered it as the log knows them. */
    company_export: {
      tenant_id: string
      export_id: string
      account_id: string
      who: string
      address: string
      user_agent: string
      state: CompanyExportState
      stage: ExportStage
      /** Finished contracts, and of these those that are packed, checked, and could not be read. */
      contracts: number
      packed: number
      checked: number
      left_out: number
      size: number
      file_name: string
      /** Null until it is whole. */
      etag: string | null
      created_at: number
      finished_at: number | null
      kept_until: number | null
    }
    /**
     * A part of its archive, kept as one blob: a contract with its evidence, or what comes behind the contracts. Null
     * is what is not known yet; `start_at` is where it begins in the archive.
     */
    export_piece: {
      tenant_id: string
      export_id: string
      /** From 1 on, contracts first. */
      piece_no: number
      home_tenant_id: string | null
      contract_id: string | null
      sign_id: string | null
      contract_no: string | null
      subject: string | null
      sha256: string | null
      length: number | null
      start_at: number | null
      files: StoredFile[] | null
      /** How often packing it has failed. */
      tries: number
      checked: boolean
      left_out: boolean
    }
  }
}

/** An export as it is kept. */
export type ExportRow = Selectable<Schema['company_export']>
/** Names an export. */
export type ExportPlace = { tenantId: string; exportId: string }

/** The export of that id, if there is one. Read in its tenant. */
export const exportAt = (tenant: Db, { tenantId, exportId }: ExportPlace): Promise<ExportRow | undefined> =>
  tenant
    .selectFrom('company_export')
    .where('tenant_id', '=', tenantId)
    .where('export_id', '=', exportId)
    .selectAll()
    .executeTakeFirst()

/** The same, its row held until the transaction ends. Throws `export/not-found`. */
export async function heldExport(tx: Db, { tenantId, exportId }: ExportPlace): Promise<ExportRow> {
  const row = isUuid(exportId)
    ? await tx
        .selectFrom('company_export')
        .where('tenant_id', '=', tenantId)
        .where('export_id', '=', exportId)
        .selectAll()
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('export/not-found')
  return row
}

/** Writes down how an export stands. */
export async function setExport(
  tx: Db,
  { tenantId, exportId }: ExportPlace,
  set: Updateable<Schema['company_export']>,
): Promise<void> {
  await tx
    .updateTable('company_export')
    .set(set)
    .where('tenant_id', '=', tenantId)
    .where('export_id', '=', exportId)
    .execute()
}

/** An export as it travels. */
export const exportAnswer = (row: ExportRow): CompanyExport => ({
  exportId: row.export_id,
  exportState: row.state,
  exportStage: row.stage,
  taskNumber: row.contracts,
  packedNumber: row.packed,
  checkedNumber: row.checked,
  leftOutNumber: row.left_out,
  size: row.size,
  orderTime: row.created_at,
  orderedBy: row.who,
  finishTime: row.finished_at,
  keptUntil: row.kept_until,
  fileName: row.file_name,
})
