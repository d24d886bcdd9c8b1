import { Refusal } from '@moqi/domain/refusal'
import { comparableText } from '@moqi/pdf/text-search/find-text'
import type { Deps } from '#src/platform/deps.ts'
import { readKeptBlob } from '#src/platform/documents/read-document.ts'
import { filesInOrder } from './contract-files.ts'
import type { Entry } from './entry.ts'
import { keepFileText } from './file-text.ts'

/** How much of a file's text is read, in UTF-16 units: some 200 kB of Chinese. */
export const mostText = 66_000

/** What a file says: made comparable for the search, and as it reads where that is kept. */
export type FileText = { comparable: string; reading: string }

type Reading = Pick<Deps, 'db' | 'blobs' | 'workshop'>

/** What the files of a contract say, in their order; what was not read yet is read. */
export async function readTexts(deps: Reading, place: Pick<Entry, 'homeTenantId' | 'contractId'>): Promise<FileText[]> {
  const { homeTenantId: tenantId } = place
  const files = await deps.db.read(tenantId, (db) =>
    filesInOrder(db, place)
      .leftJoin('file_text as t', (join) =>
        join.onRef('t.tenant_id', '=', 'c.tenant_id').onRef('t.file_id', '=', 'c.file_id'),
      )
      .select(['f.kept_sha256', 'f.kept_size', 't.text', 't.reading'])
      .execute(),
  )
  const texts: FileText[] = []
  for (const { file_id, kept_sha256, kept_size, text, reading } of files) {
    texts.push(
      text === null
        ? await readOnce(deps, tenantId, file_id, { sha256: kept_sha256, size: kept_size })
        : { comparable: text, reading: reading ?? text },
    )
  }
  return texts
}

/** A file's text is read once; of one that cannot be read there is none. */
async function readOnce(
  deps: Reading,
  tenantId: string,
  fileId: string,
  kept: { sha256: string; size: number },
): Promise<FileText> {
  const bytes = await readKeptBlob(deps, kept.sha256, kept.size)
  const reading = await deps.workshop.readText(bytes, mostText).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'file/too-complex') return ''
    throw error
  })
  const comparable = comparableText(reading)
  await deps.db.write(tenantId, (tx) => keepFileText(tx, { tenantId, fileId, text: comparable, reading }))
  return { comparable, reading }
}
