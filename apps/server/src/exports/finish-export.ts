import { companyExportLifecycle, exportLimits } from '@moqi/domain/spaces/company-export'
import { formatDate } from '@moqi/domain/time/format-date'
import { companyIdentity } from '#src/cores/identity/company-identity.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { type ExportPlace, setExport } from './export-rows.ts'
import { tellAdministrators } from './tell-administrators.ts'
import { whileRunning } from './while-running.ts'

/** The archive is whole: it may be taken until its time is over, and the administrators are told. */
export async function finishExport(deps: Deps, place: ExportPlace, { etag }: { etag: string }): Promise<void> {
  const { tenantId, exportId } = place
  const company = await deps.db.directory((directory) => companyIdentity(directory, tenantId))
  await whileRunning(deps, place, async (tx, row) => {
    const sum = await tx
      .selectFrom('export_piece')
      .where('tenant_id', '=', tenantId)
      .where('export_id', '=', exportId)
      .select(({ fn }) => fn.sum<number>('length').as('size'))
      .executeTakeFirstOrThrow()
    const keptUntil = deps.now() + exportLimits.keptMs
    await setExport(tx, place, {
      state: companyExportLifecycle.after('running', 'finish'),
      size: Number(sum.size),
      etag,
      finished_at: deps.now(),
      kept_until: keptUntil,
    })
    await enqueue(tx, 'dropExport', place, { delayMs: exportLimits.keptMs, key: `drop export ${exportId}` })
    const facts = {
      company: company?.companyName ?? '本企业',
      n: row.contracts - row.left_out,
      left: row.left_out,
      date: formatDate(keptUntil, '{y}-{m}-{d}'),
    }
    await tellAdministrators(deps, tx, tenantId, { kind: 'exportDone', facts, once: exportId })
  })
}
