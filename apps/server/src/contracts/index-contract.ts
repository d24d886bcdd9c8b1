import { nullWhenRefused } from '@moqi/domain/refusal'
import { loadContract, lockContract, type StoredContract } from '#src/cores/contract/contract-rows.ts'
import { rowOf, type Viewer, viewersOf } from '#src/cores/contract/inbox-row.ts'
import { putFileText, textDigest } from '#src/cores/contract/file-text.ts'
import { mostText, readTexts } from '#src/cores/contract/read-texts.ts'
import { putSearchEntry } from '#src/cores/contract/search-entry.ts'
import { textWords } from '#src/cores/contract/search-words.ts'
import type { Db } from '#src/platform/database/database.ts'
import { inTenant } from '#src/platform/database/transaction.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { JobPayloads } from '#src/platform/jobs/jobs.ts'

/** Reads what is not read yet of a contract's files, and makes the rows of all who see it findable by their text. */
export async function indexContract(deps: Deps, payload: JobPayloads['indexContract']): Promise<void> {
  const place = { homeTenantId: payload.tenantId, contractId: payload.contractId }
  const stored = await deps.db.read(place.homeTenantId, (db) => loadContract(db, place)).catch(nullWhenRefused)
  // Deleted meanwhile.
  if (!stored) return
  const texts = await readTexts(deps, place)
  // A line between files, so that no word runs from one into the next.
  const text = texts
    .map(({ comparable }) => comparable)
    .join('\n')
    .slice(0, mostText)
  await deps.db.write(place.homeTenantId, async (tx) => {
    const locked = await lockContract(tx, place).catch(nullWhenRefused)
    if (locked) await putTextWords(tx, locked, text, deps.now())
  })
}

async function putTextWords(tx: Db, stored: StoredContract, text: string, at: number): Promise<void> {
  const digest = textDigest(text)
  let words: ReturnType<typeof textWords> | undefined
  const wordsOf = (viewer: Viewer) => (words ??= textWords(text))(viewer)
  for (const viewer of viewersOf(stored)) {
    await inTenant(tx, viewer.tenantId, async () => {
      await putSearchEntry(tx, rowOf(viewer, stored, at))
      await putFileText(tx, { contractId: stored.contract.contract_id, viewer, digest }, wordsOf)
    })
  }
}
