import type { PageShape, Rotation } from '../page-geometry.ts'
import type { View } from '../read/pdf-file.ts'
import { itemsOf, type PdfDict } from '../read/values.ts'
import { inherited } from './document-model.ts'

type Edges = PageShape['box']

/** What readers make of a page that gives no box: US Letter. */
const letter: Edges = [0, 0, 612, 792]

/**
 * A page as readers show it, who clip the crop box to the media box (ISO 32000-2 14.11.2). `guessed`: the file gives no
 * usable media box.
 */
export function pageShape(view: View, page: PdfDict): PageShape & { guessed: boolean } {
  const media = boxOf(view, page, 'MediaBox')
  const crop = boxOf(view, page, 'CropBox')
  return { box: clipped(media ?? letter, crop), rotate: quarterTurn(view, page), guessed: !media }
}

function clipped(media: Edges, crop: Edges | undefined): Edges {
  if (!crop) return media
  const [left, bottom] = [Math.max(media[0], crop[0]), Math.max(media[1], crop[1])]
  const [right, top] = [Math.min(media[2], crop[2]), Math.min(media[3], crop[3])]
  return right > left && top > bottom ? [left, bottom, right, top] : media
}

function boxOf(view: View, page: PdfDict, key: string): Edges | undefined {
  const numbers = itemsOf(inherited(view, page, key)).map((item) => {
    const value = view.resolve(item)
    return value.kind === 'number' ? value.value : Number.NaN
  })
  const [a = 0, b = 0, c = 0, d = 0] = numbers
  if (numbers.length !== 4 || numbers.some((side) => Number.isNaN(side))) return undefined
  // PDFium takes a box without an area for none.
  if (a === c || b === d) return undefined
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
}

function quarterTurn(view: View, page: PdfDict): Rotation {
  const value = inherited(view, page, 'Rotate')
  const turn = value.kind === 'number' ? ((value.value % 360) + 360) % 360 : 0
  return turn === 90 || turn === 180 || turn === 270 ? turn : 0
}
