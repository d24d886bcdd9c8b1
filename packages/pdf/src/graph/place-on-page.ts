import type { Box, PageShape, Rotation } from '../page-geometry.ts'
import { dictOf, itemsOf, type PdfDict } from '../read/values.ts'
import { inherited, type DocumentModel } from './document-model.ts'
import { rectOf, type Field, type Widget } from './fields.ts'
import type { View } from '../read/pdf-file.ts'

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
    if (!dict || model.view.name(dict, 'Subtype') === 'Widget') return []
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
    const [left, bottom, right, top] = pageShape(model.view, page.dict).box
    const share = ((rect[2] - rect[0]) * (rect[3] - rect[1])) / ((right - left) * (top - bottom))
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
  const unit = userUnit(model, page.dict)
  return {
    page: index + 1,
    pageWidth: millimetres(pageSizePoints(model, page.dict).width),
    box: asSeen(rect, pageShape(model.view, page.dict), unit),
  }
}

/** Size of a page as displayed, in points. */
export function pageSizePoints(model: DocumentModel, page: PdfDict): { width: number; height: number } {
  const { box, rotate } = pageShape(model.view, page)
  const [left, bottom, right, top] = box
  const unit = userUnit(model, page)
  const [across, up] = [(right - left) * unit, (top - bottom) * unit]
  return rotate % 180 === 0 ? { width: across, height: up } : { width: up, height: across }
}

/** ISO 32000-2 Table 31: points to a unit of the page's own space. */
function userUnit({ view }: DocumentModel, page: PdfDict): number {
  const unit = view.get(page, 'UserUnit')
  return unit.kind === 'number' && unit.value > 0 ? unit.value : 1
}

/** A rectangle of the page's own space, whose `unit` is so many points, as the page is displayed. */
function asSeen(rect: number[], { box, rotate }: PageShape, unit: number): Box {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rect.map((side) => side * unit)
  const [left = 0, bottom = 0, right = 0, top = 0] = box.map((side) => side * unit)
  const corners = {
    0: { x: x1 - left, y: top - y2 },
    90: { x: y1 - bottom, y: x1 - left },
    180: { x: right - x2, y: y1 - bottom },
    270: { x: top - y2, y: right - x2 },
  }
  const { x, y } = corners[rotate]
  const [width, height] = rotate % 180 === 0 ? [x2 - x1, y2 - y1] : [y2 - y1, x2 - x1]
  return { x: millimetres(x), y: millimetres(y), width: millimetres(width), height: millimetres(height) }
}

function millimetres(points: number): number {
  return Math.round(points * millimetresPerPoint * 100) / 100
}

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
