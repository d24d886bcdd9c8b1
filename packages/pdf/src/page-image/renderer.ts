import type { DrawnPart } from './render-page.ts'
import type { Pixels } from '../images/png.ts'

/**
 * Draws a page, counted from 1, `widthPx` wide, with annotations and form fields; rejects when it cannot.
 * `page-image/` has one. Both revisions are drawn by the same one, or differences mean nothing.
 */
export interface Renderer {
  /** RGBA; the fourth byte of a pixel means nothing. */
  draw: (bytes: Buffer, page: number, widthPx: number, more?: DrawnPart) => Promise<Pixels>
  /** PNG. */
  render: (bytes: Buffer, page: number, widthPx: number) => Promise<Buffer>
}

/** A page that looks different now: PNG as it was signed and as it is, null when it cannot be drawn. */
export interface ChangedPage {
  page: number
  /** Where it differs, in parts of the page's width and height from its top left. */
  area: { left: number; top: number; right: number; bottom: number }
  signed: Buffer | null
  current: Buffer | null
}
