import { usePicture } from '../../client/picture.ts'

/** Pixels across: enough to read on a phone, little enough to be there before the viewer is. */
const width = 720

/**
 * The server's own picture of a document's first page, until the viewer has drawn it: opening a contract shows
 * something to read while the viewer itself is still being loaded. Null for any other page and until it is there.
 */
export function usePagePreview({ fileUrl, page, wanted }: { fileUrl: string; page: number; wanted: boolean }) {
  const [path, query = ''] = fileUrl.split('?')
  const asked = new URLSearchParams(query)
  asked.set('page', String(page))
  asked.set('width', String(width))
  const address = path?.endsWith('/file/content') ? `${path.replace(/content$/, 'pageImage')}?${asked}` : null
  return usePicture(wanted && page === 1 ? address : null)
}
