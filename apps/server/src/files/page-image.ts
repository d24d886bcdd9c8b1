import { Refusal } from '@moqi/domain/refusal'
import type { Member } from '#src/platform/actor.ts'
import type { BlobAnswer } from '#src/platform/handlers.ts'
import type { Deps } from '#src/platform/deps.ts'
import { type FileQuestion, readableFile } from './readable-file.ts'

/** A page drawn as PNG, `width` pixels wide, with the seals that stand on it now (checklist C87). */
export async function pageImage(
  deps: Pick<Deps, 'db' | 'blobs' | 'workshop'>,
  member: Member,
  { page, width, ...question }: FileQuestion & { page: number; width: number },
): Promise<BlobAnswer> {
  const { pageCount, document } = await readableFile(deps, member, question)
  if (page > pageCount) throw new Refusal('file/not-found')
  const { sha256 } = document
  const bytes = await deps.workshop.renderPage(sha256, async () => document.bytes, page, width)
  return { bytes, type: 'image/png', etag: `${sha256}-${page}-${width}` }
}
