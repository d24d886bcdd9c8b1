import { type DocumentModel, inherited } from './document-model.ts'
import { type Field, rectOf, type Widget } from './fields.ts'
import { dictOf, itemsOf, nameOf, type PdfDict } from '../read/values.ts'

/** A rectangle in millimetres from the top left of the page as displayed. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

const millimetresPerPoint = 25.4 / 72

/** A box on a page, which counts from 1 and is `pageWidth` millimetres wide as displayed. */
export interface PageBox {
  page: number
  pageWidth: number
  box: Box
}

/** Where a field's first widget stands: page from 1, and box unless it has no area; null when on no page. */
export function placeOnPage(model: DocumentModel, field: Field): { page: number | null; box: Box | null } {
  const widget = field.widgets.find(({ page }) => page !== null)
  if (!widget || widget.page === null) return { page: null, box: null }
  return { page: widget.page + 1, box: widgetBox(model, widget)?.box ?? null }
}

/** A box, and the object number of the annotation that shows there: 0 of one that is written into its page's list. */
export type NumberedBox = PageBox & { number: number }

/** Where every widget of a field stands that has an area and a page. */
export function widgetBoxes(model: DocumentModel, field: Field): NumberedBox[] {
  return field.widgets.flatMap((widget) => {
    const box = widgetBox(model, widget)
    return box ? [{ ...box, number: widget.number }] : []
  })
}

/** Where the annotations of a page (from 0) stand that are no widgets, with all that they may mark. */
export function noteBoxes(model: DocumentModel, page: number): NumberedBox[] {
  return notesOf(model, page).flatMap(({ dict, number }) => {
    const box = boxOn(model, page, markedRect(model, dict))
    return box ? [{ ...box, number }] : []
  })
}

/** The annotations of a page (from 0) that are no widgets, with their places in its list. */
export function notesOf(model: DocumentModel, page: number): { dict: PdfDict; number: number; place: number }[] {
  return (model.pages[page]?.annotations ?? []).flatMap((item, place) => {
    const dict = dictOf(model.view.resolve(item))
    if (!dict || nameOf(model.view.get(dict, 'Subtype')) === 'Widget') return []
    return [{ dict, number: item.kind === 'ref' ? item.number : 0, place }]
  })
}

/** Where readers draw an annotation that has no appearance: some of its points lie wherever they like. */
const markedPoints = ['QuadPoints', 'Vertices', 'L', 'CL'] as const

function markedRect({ view }: DocumentModel, dict: PdfDict): number[] | undefined {
  const rect = rectOf(view, dict)
  const lists = [...markedPoints.map((key) => view.get(dict, key)), ...itemsOf(view.get(dict, 'InkList'))]
  const bounds = rect ? [...rect] : [Infinity, Infinity, -Infinity, -Infinity]
  for (const list of lists) {
    for (const [at, item] of itemsOf(view.resolve(list)).entries()) {
      const value = view.resolve(item)
      if (value.kind !== 'number') continue
      bounds[at % 2] = Math.min(bounds[at % 2] ?? Infinity, value.value)
      bounds[2 + (at % 2)] = Math.max(bounds[2 + (at % 2)] ?? -Infinity, value.value)
    }
  }
  return bounds.every(Number.isFinite) ? bounds : undefined
}

/** V2: a seal takes less of its page. */
export const largeShare = 0.25

/** The largest part of a page that the widgets of a field take up together, from 0 to 1. */
export function shareOfPage(model: DocumentModel, field: Field): number {
  const shares = new Map<number, number>()
  for (const widget of field.widgets) {
    const page = widget.page === null ? undefined : model.pages[widget.page]
    const rect = rectOf(model.view, widget.dict)
    if (!page || !rect) continue
    const seen = visibleBox(model, page.dict)
    const share = ((rect[2] - rect[0]) * (rect[3] - rect[1])) / ((seen.right - seen.left) * (seen.top - seen.bottom))
    shares.set(page.index, (shares.get(page.index) ?? 0) + share)
  }
  return Math.min(1, Math.max(0, ...shares.values()))
}

function widgetBox(model: DocumentModel, widget: Widget): PageBox | undefined {
  return widget.page === null ? undefined : boxOn(model, widget.page, rectOf(model.view, widget.dict))
}

function boxOn(model: DocumentModel, index: number, rect: number[] | undefined): PageBox | undefined {
  const page = model.pages[index]
  if (!page || !rect || rect[0] === rect[2] || rect[1] === rect[3]) return undefined
  const { left, bottom, right, top } = visibleBox(model, page.dict)
  const quarter = quarterTurns(model, page.dict)
  const unit = userUnit(model, page.dict)
  const crop = { left: left * unit, bottom: bottom * unit, right: right * unit, top: top * unit }
  const seen = rect.map((side) => side * unit)
  return {
    page: index + 1,
    pageWidth: millimetres(pageSizePoints(model, page.dict).width),
    box: asSeen(seen, crop, quarter),
  }
}

/** Size of a page as displayed, in points. */
export function pageSizePoints(model: DocumentModel, page: PdfDict): { width: number; height: number } {
  const { left, bottom, right, top } = visibleBox(model, page)
  const unit = userUnit(model, page)
  const [across, up] = [(right - left) * unit, (top - bottom) * unit]
  return quarterTurns(model, page) % 2 === 0 ? { width: across, height: up } : { width: up, height: across }
}

/** ISO 32000-2 Table 31: points to a unit of the page's own space. */
function userUnit({ view }: DocumentModel, page: PdfDict): number {
  const unit = view.get(page, 'UserUnit')
  return unit.kind === 'number' && unit.value > 0 ? unit.value : 1
}

function quarterTurns(model: DocumentModel, page: PdfDict): number {
  const turn = inherited(model.view, page, 'Rotate')
  return turn.kind === 'number' ? (((turn.value / 90) % 4) + 4) % 4 : 0
}

/** The edges of what is shown, in points of the page's own space. */
interface Edges {
  left: number
  bottom: number
  right: number
  top: number
}

/** What readers make of a page that gives no box: US Letter. */
const letter = { left: 0, bottom: 0, right: 612, top: 792 }

/** ISO 32000-2 14.11.2: readers clip the crop box to the media box. */
function visibleBox(model: DocumentModel, page: PdfDict): Edges {
  const media = inheritedBox(model, page, 'MediaBox') ?? letter
  const crop = inheritedBox(model, page, 'CropBox')
  if (!crop) return media
  const left = Math.max(media.left, crop.left)
  const bottom = Math.max(media.bottom, crop.bottom)
  const right = Math.min(media.right, crop.right)
  const top = Math.min(media.top, crop.top)
  return right > left && top > bottom ? { left, bottom, right, top } : media
}

function inheritedBox(model: DocumentModel, page: PdfDict, key: string): Edges | undefined {
  const numbers = itemsOf(inherited(model.view, page, key)).map((item) => {
    const value = model.view.resolve(item)
    return value.kind === 'number' ? value.value : Number.NaN
  })
  const [a = 0, b = 0, c = 0, d = 0] = numbers
  if (numbers.length !== 4 || numbers.some((side) => Number.isNaN(side))) return undefined
  // PDFium takes a box without an area for none.
  if (a === c || b === d) return undefined
  return { left: Math.min(a, c), bottom: Math.min(b, d), right: Math.max(a, c), top: Math.max(b, d) }
}

/** Turns a rectangle of the page's own space by quarters clockwise (ISO 32000-2 Table 31, Rotate). */
function asSeen(rect: number[], { left, bottom, right, top }: Edges, quarter: number): Box {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rect
  const corners = [
    { x: x1 - left, y: top - y2 },
    { x: y1 - bottom, y: x1 - left },
    { x: right - x2, y: y1 - bottom },
    { x: top - y2, y: right - x2 },
  ]
  const { x, y } = corners[quarter] ?? { x: 0, y: 0 }
  const [width, height] = quarter % 2 === 0 ? [x2 - x1, y2 - y1] : [y2 - y1, x2 - x1]
  return { x: millimetres(x), y: millimetres(y), width: millimetres(width), height: millimetres(height) }
}

function millimetres(points: number): number {
  return Math.round(points * millimetresPerPoint * 100) / 100
}
