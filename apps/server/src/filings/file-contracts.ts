import type { filing } from '@moqi/api/filing'
import { pathTo } from '@moqi/domain/filings/folder-rules'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { addFilingLog, keepFilings, lockFilings, requireFilings, requireFolder } from './change-filings.ts'
import { foldersOf } from './find-filings.ts'

/** Puts contracts into a folder, or takes them out; all of them, or none when one may not be seen. */
export const fileContracts: Handler<typeof filing.fileContracts> = async (
  deps,
  member,
  { filingIdArray, folderId },
) => {
  const { tenantId } = member
  return deps.db.write(tenantId, async (tx) => {
    await lockFilings(tx, tenantId)
    const rows = await requireFilings(tx, member, filingIdArray)
    const folders = await foldersOf(tx, tenantId)
    const folder = folderId === null ? null : requireFolder(folders, folderId)
    const moved = rows.filter((row) => row.folder_id !== folderId).map((row) => ({ ...row, folder_id: folderId }))
    await keepFilings(deps, tx, tenantId, { rows: moved, folders })
    const path = pathTo(folders, folderId).map(({ name }) => name)
    const detail = folder ? `放入“${path.toReversed().join(' / ')}”` : '移出文件夹'
    await addFilingLog(
      deps,
      tx,
      member,
      moved.map((row) => ({ filingId: row.filing_id, verb: 'file', detail })),
    )
    return keepAnswer(tx, deps, member, { filedNumber: moved.length })
  })
}
