/** A page's size as displayed, mm. */
export type SheetSize = { width: number; height: number }
/** One page among several files: `fileIndex` from 0, `page` from 1. */
export type PagePlace = { fileIndex: number; page: number }
/** A page in the scrolled column; `top` and `height` are px from the column's start, without its file heading. */
export type LaidPage = PagePlace & { top: number; height: number }
/** px that do not grow with zoom: around the column, between pages, and a file's heading (0 when there is none). */
export type Spacing = { padding: number; gap: number; heading: number }
/** All pages as they lie in the column; its size in px. */
export type PageLayout = { pages: readonly LaidPage[]; width: number; height: number }
/** A point of the document that stays put while the scale changes: page by index, and how far down it, 0–1. */
export type Anchor = { index: number; fraction: number }

/** CSS px in a millimetre: 100 % shows a page at its true size. */
export const truePxPerMm = 96 / 25.4
/** Zoom steps of the bar, as a share of the true size. */
const zoomSteps = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2] as const

/** Stacks every page of every file in one column, `mmToPx` px a millimetre. */
export function layoutPages(
  files: readonly { pageArray: readonly SheetSize[] }[],
  mmToPx: number,
  spacing: Spacing,
): PageLayout {
  const pages: LaidPage[] = []
  let top = spacing.padding
  for (const [fileIndex, file] of files.entries()) {
    top += spacing.heading
    for (const [index, size] of file.pageArray.entries()) {
      const height = size.height * mmToPx
      pages.push({ fileIndex, page: index + 1, top, height })
      top += height + spacing.gap
    }
  }
  const height = pages.length > 0 ? top - spacing.gap + spacing.padding : 2 * spacing.padding
  return { pages, width: widestPage(files) * mmToPx + 2 * spacing.padding, height }
}

/** The widest page, mm (A4 when there is none). */
export function widestPage(files: readonly { pageArray: readonly SheetSize[] }[]): number {
  const widths = files.flatMap((file) => file.pageArray.map((size) => size.width))
  return widths.length > 0 ? Math.max(...widths) : 210
}

/** px a millimetre at which the widest page fills `viewWidth` px, never above the true size. */
export function fitScale(widest: number, viewWidth: number, padding: number): number {
  return Math.min(truePxPerMm, Math.max(viewWidth - 2 * padding, 1) / widest)
}

/** Keeps a scale within 50–200 %, or down to the fitting scale where that is smaller (phones). */
export function clampScale(mmToPx: number, fit: number): number {
  return Math.min(2 * truePxPerMm, Math.max(Math.min(0.5 * truePxPerMm, fit), mmToPx))
}

/** The next zoom step above (`1`) or below (`-1`) a scale, in px a millimetre. */
export function stepScale(mmToPx: number, direction: 1 | -1, fit: number): number {
  const share = mmToPx / truePxPerMm
  const near = 0.005
  const next =
    direction === 1 ? zoomSteps.find((step) => step > share + near) : zoomSteps.findLast((step) => step < share - near)
  return clampScale((next ?? (direction === 1 ? 2 : 0)) * truePxPerMm, fit)
}

/** Index of the page at `y` px, or of the nearest one. */
export function pageIndexAt(layout: PageLayout, y: number): number {
  let low = 0
  let high = layout.pages.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const page = layout.pages[middle]
    if (page && page.top <= y) low = middle
    else high = middle - 1
  }
  return low
}

/** First and last page index seen in a view of `viewHeight` px scrolled to `scrollTop`. */
export function visibleRange(
  layout: PageLayout,
  scrollTop: number,
  viewHeight: number,
): { first: number; last: number } {
  return { first: pageIndexAt(layout, scrollTop), last: pageIndexAt(layout, scrollTop + viewHeight) }
}

/** What lies at `y` px, so that a new layout can bring it back there. */
export function anchorAt(layout: PageLayout, y: number): Anchor {
  const index = pageIndexAt(layout, y)
  const page = layout.pages[index]
  if (!page || page.height === 0) return { index, fraction: 0 }
  return { index, fraction: Math.min(1, Math.max(0, (y - page.top) / page.height)) }
}

/** Where an anchor lies in a layout, px from the column's start. */
export function anchorOffset(layout: PageLayout, anchor: Anchor): number {
  const page = layout.pages[anchor.index]
  return page ? page.top + anchor.fraction * page.height : 0
}

/** Index in the layout of a page, or -1. */
export function indexOfPlace(layout: PageLayout, place: PagePlace): number {
  return layout.pages.findIndex((page) => page.fileIndex === place.fileIndex && page.page === place.page)
}

/** Device pixels a CSS px for a page canvas: the screen's ratio, at most 2 and at most `maxPixels` in all. */
export function canvasRatio(width: number, height: number, deviceRatio: number, maxPixels = 8_000_000): number {
  const wanted = Math.min(Math.max(deviceRatio, 1), 2)
  return Math.min(wanted, Math.sqrt(maxPixels / Math.max(width * height, 1)))
}
