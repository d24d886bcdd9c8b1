import { nullWhenRefused, Refusal } from '@moqi/domain/refusal'
import { filesInOrder } from '#src/cores/contract/contract-files.ts'
import { loadContract, lockContract, type StoredContract } from '#src/cores/contract/contract-rows.ts'
import { rowOf, viewersOf } from '#src/cores/contract/inbox-row.ts'
import { keepFileText, putFileText } from '#src/cores/contract/file-text.ts'
import { putSearchEntry } from '#src/cores/contract/search-entry.ts'
import { textWords } from '#src/cores/contract/search-words.ts'
import { comparableText } from '@moqi/pdf/text-search/find-text'
import type { Db } from '#src/platform/database/database.ts'
import { inTenant } from '#src/platform/database/transaction.ts'
import type { Deps } from '#src/platform/deps.ts'
import { readKeptBlob } from '#src/platform/documents/read-document.ts'
import type { JobPayloads } from '#src/platform/jobs/jobs.ts'

/** How much of a contract's text is searched, in UTF-16 units: some 200 kB of Chinese. */
const most = 66_000

/** Reads what is not read yet of a contract's files, and makes the rows of all who see it findable by their text. */
export async function indexContract(deps: Deps, payload: JobPayloads['indexContract']): Promise<void> {
  const place = { homeTenantId: payload.tenantId, contractId: payload.contractId }
  const stored = await deps.db.read(place.homeTenantId, (db) => loadContract(db, place)).catch(nullWhenRefused)
  // Deleted meanwhile.
  if (!stored) return
  const text = await textOf(deps, payload)
  await deps.db.write(place.homeTenantId, async (tx) => {
    const locked = await lockContract(tx, place).catch(nullWhenRefused)
    if (locked) await putTextWords(tx, locked, text, deps.now())
  })
}

/** The beginning of what the files say, in their order. */
async function textOf(deps: Deps, { tenantId, contractId }: JobPayloads['indexContract']): Promise<string> {
  const files = await deps.db.read(tenantId, (db) =>
    filesInOrder(db, { homeTenantId: tenantId, contractId })
      .leftJoin('file_text as t', (join) =>
        join.onRef('t.tenant_id', '=', 'c.tenant_id').onRef('t.file_id', '=', 'c.file_id'),
      )
      .select(['f.kept_sha256', 'f.kept_size', 't.text'])
      .execute(),
  )
  const texts: string[] = []
  for (const { file_id, kept_sha256, kept_size, text } of files) {
    texts.push(text ?? (await readOnce(deps, tenantId, file_id, { sha256: kept_sha256, size: kept_size })))
  }
  // A line between files, so that no word runs from one into the next.
  return texts.join('\n').slice(0, most)
}

/** A file's text is read once; of one that cannot be read there is none. */
async function readOnce(deps: Deps, tenantId: string, fileId: string, kept: { sha256: string; size: number }) {
  const bytes = await readKeptBlob(deps, kept.sha256, kept.size)
  const reading = await deps.workshop.readText(bytes, most).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'file/too-complex') return ''
    throw error
  })
  const text = comparableText(reading)
  await deps.db.write(tenantId, (tx) => keepFileText(tx, { tenantId, fileId, text, reading }))
  return text
}

async function putTextWords(tx: Db, stored: StoredContract, text: string, at: number): Promise<void> {
  const wordsOf = textWords(text)
  for (const viewer of viewersOf(stored)) {
    await inTenant(tx, viewer.tenantId, async () => {
      await putSearchEntry(tx, rowOf(viewer, stored, at))
      await putFileText(tx, { contractId: stored.contract.contract_id, viewer, words: wordsOf(viewer) })
    })
  }
}
