import type { filing } from '@moqi/api/filing'
import { checkFolderName, folderFault, type FolderNode, idsBelow } from '@moqi/domain/filings/folder-rules'
import { Refusal } from '@moqi/domain/refusal'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { addFilingLog, keepFilings, lockFilings, requireFolder } from './change-filings.ts'
import { filingsOf, foldersOf, keptUntil, type FilingRow, type Keeper } from './find-filings.ts'

const rowsAtOnce = 500

/** Makes a folder, or renames and moves one, or has its contracts kept longer. */
export const saveFolder: Handler<typeof filing.saveFolder> = async (deps, member, input) => {
  const { tenantId } = member
  const checked = checkFolderName(input.folderName)
  if (!checked.ok) throw new Refusal('field/invalid', { field: 'folderName', message: checked.message })
  return deps.db.write(tenantId, async (tx) => {
    await lockFilings(tx, tenantId)
    const folders = await foldersOf(tx, tenantId)
    const own = input.folderId ? requireFolder(folders, input.folderId) : null
    if (input.parentId !== null) requireFolder(folders, input.parentId)
    const next: FolderNode = {
      folderId: own?.folderId ?? deps.newId(),
      parentId: input.parentId,
      name: checked.value,
      years: input.retentionYears,
    }
    const fault = folderFault(folders, next)
    if (fault) throw new Refusal('field/invalid', fault)
    await tx
      .insertInto('filing_folder')
      .values({
        tenant_id: tenantId,
        folder_id: next.folderId,
        parent_id: next.parentId,
        name: next.name,
        years: next.years,
        created_at: deps.now(),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'folder_id'])
          .doUpdateSet({ parent_id: next.parentId, name: next.name, years: next.years }),
      )
      .execute()
    if (own) await keepLonger(deps, tx, member, { folderId: own.folderId, folders: put(folders, next) })
    return keepAnswer(tx, deps, member, { folderId: next.folderId })
  })
}

const put = (folders: readonly FolderNode[], next: FolderNode) => [
  ...folders.filter(({ folderId }) => folderId !== next.folderId),
  next,
]

type Below = { folderId: string; folders: readonly FolderNode[] }

const inFolder = (tx: Db, keeper: Keeper, { folderId, folders }: Below): Promise<FilingRow[]> =>
  filingsOf(tx, keeper).where('f.folder_id', 'in', idsBelow(folders, folderId)).selectAll().execute()

/** Keeps what lies in a folder as long as it says by now. */
async function keepLonger(deps: Pick<Deps, 'now'>, tx: Db, keeper: Keeper, below: Below): Promise<void> {
  const rows = await inFolder(tx, keeper, below)
  const longer = rows.filter((row) => keptUntil(row, below.folders) > row.kept_until)
  for (let at = 0; at < longer.length; at += rowsAtOnce) {
    await keepFilings(deps, tx, keeper.tenantId, { rows: longer.slice(at, at + rowsAtOnce), folders: below.folders })
  }
}

/** Deletes a folder and all below it; its contracts go where the person said, whose number the person was told. */
export const deleteFolder: Handler<typeof filing.deleteFolder> = async (deps, member, input) => {
  const { tenantId } = member
  return deps.db.write(tenantId, async (tx) => {
    await lockFilings(tx, tenantId)
    const folders = await foldersOf(tx, tenantId)
    const { folderId, name } = requireFolder(folders, input.folderId)
    const gone = idsBelow(folders, folderId)
    const target = input.targetId === null ? null : requireFolder(folders, input.targetId)
    if (target && gone.includes(target.folderId)) {
      throw new Refusal('field/invalid', { field: 'targetId', message: '请选择要删除的文件夹以外的文件夹' })
    }
    const rows = await inFolder(tx, member, { folderId, folders })
    if (rows.length !== input.filingNumber) throw new Refusal('filing/folder-changed')
    const moved = rows.map((row) => ({ ...row, folder_id: target?.folderId ?? null }))
    for (let at = 0; at < moved.length; at += rowsAtOnce) {
      const part = moved.slice(at, at + rowsAtOnce)
      await keepFilings(deps, tx, tenantId, { rows: part, folders })
      const detail = `文件夹“${name}”已删除，移到${target ? `“${target.name}”` : '待归档'}`
      await addFilingLog(
        deps,
        tx,
        member,
        part.map((row) => ({ filingId: row.filing_id, verb: 'file', detail })),
      )
    }
    await tx.deleteFrom('filing_folder').where('tenant_id', '=', tenantId).where('folder_id', 'in', gone).execute()
    return keepAnswer(tx, deps, member, { filedNumber: moved.length })
  })
}
