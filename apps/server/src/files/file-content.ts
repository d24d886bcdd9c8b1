import type { Member } from '#src/platform/actor.ts'
import type { BlobAnswer } from '#src/platform/handlers.ts'
import type { Deps } from '#src/platform/deps.ts'
import { type FileQuestion, readableFile } from './readable-file.ts'

/** The file's bytes as they stand, in ranges where asked (checklist C87). */
export async function fileContent(
  deps: Pick<Deps, 'db' | 'blobs'>,
  member: Member,
  question: FileQuestion,
): Promise<BlobAnswer> {
  const { name, document } = await readableFile(deps, member, question)
  return { bytes: document.bytes, type: 'application/pdf', etag: document.sha256, fileName: name }
}
