import type { PagesInView } from '../document/document-handle.ts'
import type { PagePlace, SheetSize } from '../document/page-layout.ts'

/** A point on a page, mm from its top left. */
export type SheetPoint = PagePlace & { x: number; y: number }
type At = { clientX: number; clientY: number }

const holds = (box: DOMRect, at: At) =>
  at.clientX >= box.left && at.clientX <= box.right && at.clientY >= box.top && at.clientY <= box.bottom

/** The page point under a client point (px), or null outside every page of the view. */
export function pointOnSheet(pages: PagesInView | null | undefined, at: At): SheetPoint | null {
  if (!pages || pages.mmToPx === 0 || !holds(pages.view.getBoundingClientRect(), at)) return null
  for (const sheet of pages.view.querySelectorAll<HTMLElement>('[data-sheet]')) {
    const box = sheet.getBoundingClientRect()
    if (!holds(box, at)) continue
    const [fileIndex = 0, page = 1] = (sheet.dataset.sheet ?? '').split(':').map(Number)
    return { fileIndex, page, x: (at.clientX - box.left) / pages.mmToPx, y: (at.clientY - box.top) / pages.mmToPx }
  }
  return null
}

const within = (value: number, most: number) => Math.min(Math.max(value, 0), most)

/** The point of the page being read nearest to the middle of the view; `files` have the sizes of their pages. */
export function middleOfView(
  pages: PagesInView | null | undefined,
  files: readonly { pageArray: readonly SheetSize[] }[],
): SheetPoint | null {
  if (!pages?.page) return null
  const { view, mmToPx, page } = pages
  const size = files[page.fileIndex]?.pageArray[page.page - 1] ?? { width: 210, height: 297 }
  const y = (view.scrollTop + view.getBoundingClientRect().height / 2 - page.top) / mmToPx
  return { fileIndex: page.fileIndex, page: page.page, x: size.width / 2, y: within(y, size.height) }
}

// px: how near to an edge a dragged thing starts scrolling, and how far a step goes.
const edge = 48
const step = 12

/** Scrolls a view up or down a step when a client point is at its edge; answers whether it moved. */
export function scrollAtEdge(view: HTMLElement, clientY: number): boolean {
  const { top, bottom } = view.getBoundingClientRect()
  const by = clientY < top + edge ? -step : clientY > bottom - edge ? step : 0
  const before = view.scrollTop
  if (by !== 0) view.scrollBy({ top: by, behavior: 'instant' })
  return view.scrollTop !== before
}
