import type { PagePlace } from './page-layout.ts'
import type { SheetPoint } from './sheet-point.ts'

/** What a page may ask of an open view, through `ref`. */
export type DocumentHandle = {
  /** Brings a page (or the point `y` mm below its top, to the upper third of the view) into sight. */
  scrollTo: (place: PagePlace & { y?: number }) => void
  /** The page point under a client point (px), in mm, or null outside every page. */
  pointAt: (clientX: number, clientY: number) => SheetPoint | null
  /** The point of the current page nearest to the middle of the view, in mm. */
  middle: () => SheetPoint | null
  /** Scrolls a step when a dragged thing is near the upper or lower edge; answers whether it did. */
  scrollAtEdge: (clientY: number) => boolean
}
