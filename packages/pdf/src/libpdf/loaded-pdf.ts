import { type PDF, PdfArray, PdfDict, PdfNumber, type PdfObject, PdfRef } from '@libpdf/core'

/** A page as readers show it: the visible box [left, bottom, right, top] in pt before /Rotate, and the turn. */
export interface PageBox {
  readonly ref: PdfRef
  readonly dict: PdfDict
  readonly box: readonly [number, number, number, number]
  readonly rotate: 0 | 90 | 180 | 270
  /** The file gives no usable MediaBox, so every reader guesses. */
  readonly guessed: boolean
}

/** A page tree that cannot be walked, or is larger than it may be. */
export class PageTreeFault extends Error {
  override name = 'PageTreeFault'
  readonly reason: 'damaged' | 'too-complex' | 'too-many-pages'

  constructor(reason: PageTreeFault['reason'], message = '') {
    super(message)
    this.reason = reason
  }
}

interface Inherited {
  readonly mediaBox: Box | undefined
  readonly cropBox: Box | undefined
  readonly rotate: number
}
type Box = readonly [number, number, number, number]
type Resolve = (ref: PdfRef) => PdfObject | null

/** What PDFium and Acrobat assume without a MediaBox: US Letter. */
const assumed: Box = [0, 0, 612, 792]
/** A tree deeper than this is built to exhaust a reader; balanced trees of 500 pages need four levels. */
const deepest = 600

/**
 * Walks the page tree with inheritance (ISO 32000-1 §7.7.3.4), which libpdf's page.getCropBox() and page.rotation do
 * not follow. Throws PageTreeFault: damaged for a node met twice or a page without a reference, too-many-pages for
 * more than `most`.
 */
export function pageBoxes(pdf: PDF, most: number): PageBox[] {
  const resolve: Resolve = (ref) => pdf.context.resolve(ref)
  const pages: PageBox[] = []
  const seen = new Set<PdfObject>()
  const pending: { item: PdfObject | undefined; inherited: Inherited; depth: number }[] = [
    {
      item: pdf.context.catalog.getDict().get('Pages'),
      inherited: { mediaBox: undefined, cropBox: undefined, rotate: 0 },
      depth: 0,
    },
  ]
  for (let entry = pending.pop(); entry; entry = pending.pop()) {
    const node = entry.item instanceof PdfRef ? resolve(entry.item) : entry.item
    if (!(node instanceof PdfDict)) throw new PageTreeFault('damaged', 'page tree node missing')
    if (seen.has(node)) throw new PageTreeFault('damaged', 'page tree node met twice')
    if (entry.depth > deepest) throw new PageTreeFault('too-complex', 'page tree too deep')
    seen.add(node)
    const inherited = inherit(node, entry.inherited, resolve)
    const kids = node.getArray('Kids', resolve)
    if (kids) {
      const depth = entry.depth + 1
      for (const item of [...kids].toReversed()) pending.push({ item, inherited, depth })
    } else pages.push(pageBox(entry.item, node, inherited))
    if (pages.length > most) throw new PageTreeFault('too-many-pages', `more than ${most} pages`)
  }
  if (pages.length === 0) throw new PageTreeFault('damaged', 'no pages')
  return pages
}

/** Size in mm as shown, after /Rotate. */
export function displayedSize({ box, rotate }: PageBox): { width: number; height: number } {
  const width = mm(box[2] - box[0])
  const height = mm(box[3] - box[1])
  return rotate % 180 === 0 ? { width, height } : { width: height, height: width }
}

function mm(points: number): number {
  return Math.round(((points * 25.4) / 72) * 1000) / 1000
}

function inherit(node: PdfDict, above: Inherited, resolve: Resolve): Inherited {
  return {
    mediaBox: rectangle(node, 'MediaBox', resolve) ?? above.mediaBox,
    cropBox: rectangle(node, 'CropBox', resolve) ?? above.cropBox,
    rotate: node.getNumber('Rotate', resolve)?.value ?? above.rotate,
  }
}

function pageBox(ref: PdfObject | undefined, dict: PdfDict, { mediaBox, cropBox, rotate }: Inherited): PageBox {
  if (!(ref instanceof PdfRef)) throw new PageTreeFault('damaged', 'page without a reference')
  const media = mediaBox ?? assumed
  const box = (cropBox && intersection(media, cropBox)) ?? media
  return { ref, dict, box, rotate: quarterTurn(rotate), guessed: !mediaBox }
}

/** Readers clip the crop box to the media box, and ignore one that lies outside. */
function intersection(a: Box, b: Box): Box | undefined {
  const box: Box = [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])]
  return box[2] - box[0] >= 1 && box[3] - box[1] >= 1 ? box : undefined
}

function quarterTurn(degrees: number): 0 | 90 | 180 | 270 {
  const turn = ((degrees % 360) + 360) % 360
  return turn === 90 || turn === 180 || turn === 270 ? turn : 0
}

/** A rectangle with its corners in order; one without area counts as absent. */
function rectangle(node: PdfDict, key: string, resolve: Resolve): Box | undefined {
  const array = node.get(key, resolve)
  if (!(array instanceof PdfArray) || array.length < 4) return undefined
  const [x1, y1, x2, y2] = [0, 1, 2, 3].map((i) => {
    const value = array.at(i, resolve)
    return value instanceof PdfNumber ? value.value : Number.NaN
  })
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return undefined
  const box: Box = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
  return box[2] - box[0] >= 1 && box[3] - box[1] >= 1 ? box : undefined
}

/** Why an increment after these bytes would not be read the same by every reader; undefined when it would. */
export function appendObstacle(pdf: PDF, bytes: Buffer): string | undefined {
  if (pdf.recoveredViaBruteForce) return 'cross-reference damaged'
  if (pdf.isEncrypted) return 'encrypted'
  if (!/^%PDF-[12]\.\d[\r\n]/.test(bytes.subarray(0, 10).toString('latin1'))) return 'header not at the start'
  const tail = bytes.subarray(-2048).toString('latin1')
  if (!/startxref\s+\d+\s+%%EOF\s*$/.test(tail)) return 'bytes after the last %%EOF'
  return undefined
}
