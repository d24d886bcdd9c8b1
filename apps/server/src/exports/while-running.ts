import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { type ExportPlace, type ExportRow, heldExport } from './export-rows.ts'

/**
 * One transaction on an export that is under way, its row held; answers null and does nothing once somebody has stopped
 * it: nothing is added to an archive that is being freed.
 */
export const whileRunning = <T>(
  { db }: Pick<Deps, 'db'>,
  place: ExportPlace,
  work: (tx: Db, row: ExportRow) => Promise<T>,
): Promise<T | null> =>
  db.write(place.tenantId, async (tx) => {
    const row = await heldExport(tx, place)
    return row.state === 'running' ? work(tx, row) : null
  })

/** Names the export of a row. */
export const placeOf = ({ tenant_id: tenantId, export_id: exportId }: ExportRow): ExportPlace => ({
  tenantId,
  exportId,
})
