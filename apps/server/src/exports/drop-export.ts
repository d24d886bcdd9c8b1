import { companyExportLifecycle } from '@moqi/domain/spaces/company-export'
import { releaseBlobs } from '#src/platform/blobs/blob-holders.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { JobPayloads } from '#src/platform/jobs/jobs.ts'
import { piecesOf } from './export-pieces.ts'
import { exportAt, setExport } from './export-rows.ts'

const atOnce = 500

/** Frees the archive of an export whose time is over, or that was given up; its line stays. Runs as a job. */
export async function dropExport({ db }: Pick<Deps, 'db'>, place: JobPayloads['dropExport']): Promise<void> {
  const { tenantId, exportId } = place
  const row = await db.read(tenantId, (tenant) => exportAt(tenant, place))
  if (!row || row.state === 'running') return
  if (companyExportLifecycle.can(row.state, 'expire')) {
    await db.write(tenantId, (tx) =>
      setExport(tx, place, { state: companyExportLifecycle.after(row.state, 'expire'), kept_until: null }),
    )
  }
  for (;;) {
    const more = await db.write(tenantId, async (tx) => {
      const pieces = await piecesOf(tx, place).limit(atOnce).select(['piece_no', 'sha256']).execute()
      const [first, last] = [pieces[0]?.piece_no, pieces.at(-1)?.piece_no]
      if (first === undefined || last === undefined) return false
      const names = pieces.flatMap(({ sha256 }) => sha256 ?? [])
      await tx
        .deleteFrom('export_piece')
        .where('tenant_id', '=', tenantId)
        .where('export_id', '=', exportId)
        .where('piece_no', '<=', last)
        .execute()
      if (names.length > 0) await releaseBlobs(tx, { jobKey: `free ${exportId} ${first}`, holders: [exportId], names })
      return true
    })
    if (!more) return
  }
}
