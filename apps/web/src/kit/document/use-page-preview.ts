import { usePicture } from '../../client/picture.ts'

/** Pixels across: enough to read on a phone, little enough to be there before the viewer is. */
const width = 720

/**
 * The server's own picture of a document's first page, until the viewer has drawn it: opening a contract shows
 * something to read while the viewer itself is still being loaded. Null for any other page and until it is there.
 */
export function usePagePreview({ fileUrl, page, wanted }: { fileUrl: string; page: number; wanted: boolean }) {
  return usePicture(wanted && page === 1 ? previewAddress(fileUrl) : null)
}

/** Where the picture of a file's first page is, if the server has one; the file is told by its `fileUrl`. */
export function previewAddress(fileUrl: string): string | null {
  const [path, query = ''] = fileUrl.split('?')
  const asked = new URLSearchParams(query)
  asked.set('page', '1')
  asked.set('width', String(width))
  return path?.endsWith('/file/content') ? `${path.replace(/content$/, 'pageImage')}?${asked}` : null
}

/** The same picture of a contract's first file, for who has not been told its name yet. */
export const firstPageAddress = (signId: string) =>
  `/api/common/v1/file/pageImage?${new URLSearchParams({ signId, page: '1', width: String(width) })}`
