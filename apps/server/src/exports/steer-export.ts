import type { companyExport } from '@moqi/api/company-export'
import { companyExportLifecycle, type ExportAct } from '@moqi/domain/spaces/company-export'
import { addMemberLog } from '#src/cores/identity/member-log.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { exportAnswer, heldExport, setExport } from './export-rows.ts'

const verbs = { pause: 'pauseExport', resume: 'resumeExport', cancel: 'cancelExport' } as const satisfies Record<
  ExportAct,
  string
>

/** Pauses an export, has it go on where it was, or gives it up and frees what was packed. */
export const steerCompanyExport: Handler<typeof companyExport.steerCompanyExport> = async (
  deps,
  member,
  { exportId, exportAct },
) => {
  const place = { tenantId: member.tenantId, exportId }
  return deps.db.write(member.tenantId, async (tx) => {
    const row = await heldExport(tx, place)
    const state = companyExportLifecycle.after(row.state, exportAct)
    await setExport(tx, place, { state })
    if (exportAct === 'resume') await enqueue(tx, 'buildExport', place, { key: `export ${exportId}` })
    if (exportAct === 'cancel') await enqueue(tx, 'dropExport', place, { key: `drop export ${exportId}` })
    await addMemberLog(deps, tx, member, {
      tenantId: member.tenantId,
      verb: verbs[exportAct],
      detail: row.file_name,
    })
    return keepAnswer(tx, deps, member, exportAnswer({ ...row, state }))
  })
}
