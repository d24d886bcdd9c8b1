import type { LaidPage, PagePlace } from './page-layout.ts'

/** The scrolled pages as they stand: their element, px a millimetre, and the page being read. */
export type PagesInView = { view: HTMLElement; mmToPx: number; page: LaidPage | undefined }

/** What a page may ask of an open view, through `ref`. */
export type DocumentHandle = {
  /** Brings a page (or the point `y` mm below its top, to the upper third of the view) into sight. */
  scrollTo: (place: PagePlace & { y?: number }) => void
  /** Null until they are there. */
  inView: () => PagesInView | null
}
