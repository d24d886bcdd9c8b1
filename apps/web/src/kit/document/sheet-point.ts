import type { PagePlace } from './page-layout.ts'

/** A point on a page, mm from its top left. */
export type SheetPoint = PagePlace & { x: number; y: number }
type At = { clientX: number; clientY: number; mmToPx: number }

const holds = (box: DOMRect, at: At) =>
  at.clientX >= box.left && at.clientX <= box.right && at.clientY >= box.top && at.clientY <= box.bottom

/** The page point under a client point, or null outside every page of the view. */
export function pointOnSheet(view: HTMLElement | null, at: At): SheetPoint | null {
  if (!view || at.mmToPx === 0 || !holds(view.getBoundingClientRect(), at)) return null
  for (const sheet of view.querySelectorAll<HTMLElement>('[data-sheet]')) {
    const box = sheet.getBoundingClientRect()
    if (!holds(box, at)) continue
    const [fileIndex = 0, page = 1] = (sheet.dataset.sheet ?? '').split(':').map(Number)
    return { fileIndex, page, x: (at.clientX - box.left) / at.mmToPx, y: (at.clientY - box.top) / at.mmToPx }
  }
  return null
}

// px: how near to an edge a dragged thing starts scrolling, and how far a step goes.
const edge = 48
const step = 12

/** Scrolls a view up or down a step when a client point is at its edge; answers whether it moved. */
export function scrollAtEdge(view: HTMLElement | null, clientY: number): boolean {
  if (!view) return false
  const { top, bottom } = view.getBoundingClientRect()
  const by = clientY < top + edge ? -step : clientY > bottom - edge ? step : 0
  const before = view.scrollTop
  if (by !== 0) view.scrollBy({ top: by, behavior: 'instant' })
  return view.scrollTop !== before
}
