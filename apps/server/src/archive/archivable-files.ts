import type { Head, Layout } from '@moqi/signing/append/layout'
import { addLog } from '#src/cores/contract/contract-log.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { type ArchivedDocument, keepArchived } from '#src/platform/documents/archived-document.ts'
import { inTurn } from '#src/platform/documents/document-queue.ts'
import { frozenFiles } from '#src/platform/documents/frozen-files.ts'
import { type AppendedFile, HeadMoved, moveHead } from '#src/platform/documents/move-head.ts'
import { filesAwaitingTimestamp } from '#src/platform/documents/awaits-timestamp.ts'
import { noteTimestamped } from '#src/platform/documents/note-timestamped.ts'

/** A contract in its home tenant, as jobs name it. */
export type ContractPlace = { tenantId: string; contractId: string }

/** A frozen file as it is now; `awaitsTimestamp`: some signature in it has none. */
export type ArchivableFile = { fileId: string; layout: Layout; head: Head; awaitsTimestamp: boolean }

/** The frozen files of a contract. */
export async function archivableFiles(
  { db }: Pick<Deps, 'db'>,
  { tenantId, contractId }: ContractPlace,
): Promise<ArchivableFile[]> {
  return db.read(tenantId, async (home) => {
    const rows = await frozenFiles(home, { homeTenantId: tenantId, contractId }).execute()
    const waitingFiles = await filesAwaitingTimestamp(home, { tenantId, contractId })
    return rows.map(({ file_id, head, layout }) => ({
      fileId: file_id,
      head,
      layout,
      awaitsTimestamp: waitingFiles.has(file_id),
    }))
  })
}

const attempts = 20

/**
 * Makes increments and commits them in one transaction with what `commit` does, anew when a signature came between.
 * `make` returns null when nothing is left to do. Time-stamped files no longer wait, and the log says so.
 */
export async function appendToContract<T extends { appended: AppendedFile[]; archived?: ArchivedDocument[] }>(
  deps: Deps,
  place: ContractPlace,
  make: () => Promise<T | null>,
  commit: (tx: Db, made: T) => Promise<void>,
): Promise<void> {
  const { tenantId, contractId } = place
  await inTurn(contractId, async () => {
    for (let attempt = 1; ; attempt++) {
      const made = await make()
      if (!made) return
      try {
        return await deps.db.write(tenantId, async (tx) => {
          const home = { homeTenantId: tenantId, contractId, partyNo: null }
          for (const file of made.appended) await moveHead(deps, tx, home, file)
          for (const document of made.archived ?? []) await keepArchived(tx, place, document)
          await noLongerWaiting(tx, place, deps.now())
          await commit(tx, made)
        })
      } catch (error) {
        if (!(error instanceof HeadMoved) || attempt >= attempts) throw error
      }
    }
  })
}

async function noLongerWaiting(tx: Db, place: ContractPlace, at: number): Promise<void> {
  if (!(await noteTimestamped(tx, place))) return
  const { tenantId, contractId } = place
  await addLog(tx, { homeTenantId: tenantId, contractId }, at, { accountId: null, name: '系统' }, { verb: 'timestamp' })
}
