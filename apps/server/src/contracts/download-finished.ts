import type { task } from '@moqi/api/task'
import { enforce } from '@moqi/domain/contract/row-policy'
import { zipSync } from 'fflate'
import type { Handler } from '#src/platform/handlers.ts'
import { filesInOrder } from '#src/cores/contract/contract-files.ts'
import { addLog, logActor } from '#src/cores/contract/contract-log.ts'
import { loadContract, viewOf } from '#src/cores/contract/contract-rows.ts'
import { requireReadableEntry } from '#src/cores/contract/entry.ts'
import { readDocument } from '#src/platform/documents/read-document.ts'
import { contractSeenBy } from './seen-contract.ts'

/** Whether the result is one PDF or an archive of several (checklist C81). */
export const getResultFileType: Handler<typeof task.getResultFileType> = async (deps, member, { taskId }) => {
  const place = await contractSeenBy(deps, member, taskId)
  const files = await deps.db.read(place.homeTenantId, (db) => filesInOrder(db, place).execute())
  return { resultFileType: files.length > 1 ? 'zip' : 'pdf' }
}

/** The finished contract: its PDF, or all of them in a zip (checklist C24, S14). */
export const downloadFinishedPdf: Handler<typeof task.downloadFinishedPdf> = async (deps, member, { signId }) => {
  const entry = await requireReadableEntry(deps, member, signId)
  const { contract, files } = await deps.db.read(entry.homeTenantId, async (db) => {
    const stored = await loadContract(db, entry)
    enforce('download', viewOf(stored, entry))
    return { contract: stored.contract, files: await filesInOrder(db, entry).execute() }
  })
  const documents = await deps.db.read(entry.homeTenantId, async (db) => {
    const read = []
    for (const { file_id, name } of files) {
      read.push({ name, ...(await readDocument(deps, db, entry.homeTenantId, entry.contractId, file_id)) })
    }
    return read
  })
  await deps.db.write(entry.homeTenantId, (tx) => addLog(tx, entry, deps.now(), logActor(member), { verb: 'download' }))
  const [only] = documents
  if (!only) throw new Error(`contract ${entry.contractId} has no file`)
  if (documents.length === 1) {
    return { bytes: only.bytes, type: 'application/pdf', etag: only.sha256, fileName: `${contract.subject}.pdf` }
  }
  const entries = documents.map(({ name, bytes }, index) => [`${index + 1}-${name}`, bytes] as const)
  // PDFs are compressed already: they are stored, which takes no time.
  const bytes = Buffer.from(zipSync(Object.fromEntries(entries), { level: 0 }))
  const etag = documents.map(({ sha256 }) => sha256.slice(0, 16)).join('')
  return { bytes, type: 'application/zip', etag, fileName: `${contract.subject}.zip` }
}
