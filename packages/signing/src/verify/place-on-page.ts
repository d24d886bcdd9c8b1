import type { DocumentModel } from './graph/document-model.ts'
import { type Field, rectOf } from './graph/fields.ts'
import { dictOf, itemsOf, type PdfDict, type PdfValue } from './read/values.ts'

/** A rectangle in millimetres from the top left of the page as displayed. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

const millimetresPerPoint = 25.4 / 72

/** Where a field's first widget stands: page from 1, and box unless it has no area; null when on no page. */
export function placeOnPage(model: DocumentModel, field: Field): { page: number | null; box: Box | null } {
  const widget = field.widgets.find(({ page }) => page !== null)
  if (!widget || widget.page === null) return { page: null, box: null }
  const page = model.pages[widget.page]
  const rect = rectOf(model.view, widget.dict)
  const crop = page && (inheritedBox(model, page.dict, 'CropBox') ?? inheritedBox(model, page.dict, 'MediaBox'))
  const position = { page: widget.page + 1, box: null }
  if (!page || !rect || !crop || rect[0] === rect[2] || rect[1] === rect[3]) return position
  const turn = inherited(model, page.dict, 'Rotate')
  const quarter = turn?.kind === 'number' ? (((turn.value / 90) % 4) + 4) % 4 : 0
  return { ...position, box: asSeen(rect, crop, quarter) }
}

function inherited(model: DocumentModel, page: PdfDict, key: string): PdfValue | undefined {
  let dict: PdfDict | undefined = page
  for (let step = 0; dict && step < 64; step += 1) {
    if (dict.entries.has(key)) return model.view.get(dict, key)
    dict = dictOf(model.view.get(dict, 'Parent'))
  }
  return undefined
}

function inheritedBox(model: DocumentModel, page: PdfDict, key: string): number[] | undefined {
  const numbers = itemsOf(inherited(model, page, key)).map((item) => {
    const value = model.view.resolve(item)
    return value.kind === 'number' ? value.value : Number.NaN
  })
  const [a = 0, b = 0, c = 0, d = 0] = numbers
  if (numbers.length !== 4 || numbers.some((side) => Number.isNaN(side))) return undefined
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
}

/** Turns a rectangle of the page's own space by quarters clockwise (ISO 32000-2 Table 31, Rotate). */
function asSeen(rect: number[], crop: number[], quarter: number): Box {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rect
  const [left = 0, bottom = 0, right = 0, top = 0] = crop
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
