import type { operation } from '@moqi/api/operation'
import { operationLimits } from '@moqi/domain/contract/after-sending'
import { formatDate } from '@moqi/domain/time/format-date'
import type { Member } from '#src/platform/actor.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { packArchive } from '#src/platform/archive-file.ts'
import { addLog, logActor } from '#src/cores/contract/contract-log.ts'
import { requireReadableEntry } from '#src/cores/contract/entry.ts'
import type { Deps } from '#src/platform/deps.ts'
import { archiveItems, checkSize, type Finished, readFinished } from './finished-contracts.ts'

/** Up to 50 finished contracts in one zip, made at once (checklist C25). One that may not be taken refuses all. */
export const downloadSeveral: Handler<typeof operation.downloadFinishedTasks> = async (deps, member, { signIds }) => {
  const finished = await finishedOf(deps, member, signIds)
  checkSize(finished, operationLimits.download.now)
  const downloadId = deps.newId()
  const bytes = await packArchive(archiveItems(deps, finished, { downloadId, at: deps.now() }))
  for (const { entry } of finished) {
    const line = { verb: 'download' } as const
    await deps.db.write(entry.homeTenantId, (tx) => addLog(tx, entry, deps.now(), logActor(member), line))
  }
  return { bytes, type: 'application/zip', etag: downloadId, fileName: archiveName(deps.now()) }
}

/** The contracts that the actor may read by these handles. Throws for the first that is not there or not finished. */
export async function finishedOf(deps: Deps, member: Member, signIds: string[]): Promise<Finished[]> {
  const finished: Finished[] = []
  for (const signId of new Set(signIds)) {
    finished.push(await readFinished(deps, await requireReadableEntry(deps, member, signId)))
  }
  return finished
}

/** What a browser saves the archive as. */
export const archiveName = (at: number): string => `合同打包下载-${formatDate(at, '{y}{m}{d}{h}{i}')}.zip`
