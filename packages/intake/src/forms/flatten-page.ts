import { inherited } from '@moqi/pdf/graph/document-model'
import { rectOf } from '@moqi/pdf/graph/fields'
import { dictOf, integerOf, numberOf, type PdfDict, type PdfStream, type PdfValue } from '@moqi/pdf/read/values'
import type { EditableView } from '@moqi/pdf/write/editable-view'
import { dictFrom, nameObject, reference, valueOf } from '@moqi/pdf/write/pdf-syntax'

/** Annotation flags Invisible, Hidden and NoView (ISO 32000-1 table 165). */
const unseen = 1 | 2 | 32

/** Draws these widgets on a page as they show, and takes them from it. */
export function flattenPage(view: EditableView, page: PdfDict, widgets: ReadonlySet<PdfDict>): void {
  const annotations = view.get(page, 'Annots')
  if (annotations.kind !== 'array') return
  const isWidget = (item: PdfValue) => {
    const dict = dictOf(view.resolve(item))
    return dict !== undefined && widgets.has(dict)
  }
  const placed = annotations.items
    .filter(isWidget)
    .flatMap((item) => placedAppearance(view, dictOf(view.resolve(item))))
  page.entries.set('Annots', { ...annotations, items: annotations.items.filter((item) => !isWidget(item)) })
  if (placed.length > 0) drawOn(view, page, placed)
}

interface Placed {
  appearance: PdfStream
  /** The matrix that brings it to its place, as source. */
  matrix: string
}

/** The appearance that a widget shows, or none; placed as ISO 32000-1 §12.5.5 says. */
function placedAppearance(view: EditableView, widget: PdfDict | undefined): Placed[] {
  if (!widget || ((integerOf(view.get(widget, 'F')) ?? 0) & unseen) !== 0) return []
  const normal = view.get(view.dict(widget, 'AP'), 'N')
  const appearance = normal.kind === 'stream' ? normal : view.get(dictOf(normal), view.name(widget, 'AS') ?? '')
  const rect = rectOf(view, widget)
  if (appearance.kind !== 'stream' || !rect) return []
  const [left, bottom, right, top] = boundsOf(view, appearance.dict)
  if (!(right > left && top > bottom)) return []
  const [across, up] = [(rect[2] - rect[0]) / (right - left), (rect[3] - rect[1]) / (top - bottom)]
  const matrix = [across, 0, 0, up, rect[0] - left * across, rect[1] - bottom * up]
  return [{ appearance, matrix: matrix.map((number) => number.toFixed(6)).join(' ') }]
}

/** The box of a form as its own matrix turns it. */
function boundsOf(view: EditableView, form: PdfDict): [number, number, number, number] {
  const numbers = (key: string) => view.items(form, key).map((item) => numberOf(item) ?? 0)
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers('BBox')
  const matrix = numbers('Matrix')
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix.length === 6 ? matrix : []
  const corners = [x1, x2].flatMap((x) => [y1, y2].map((y) => [a * x + c * y + e, b * x + d * y + f] as const))
  const [across, up] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  return [Math.min(...across), Math.min(...up), Math.max(...across), Math.max(...up)]
}

/** What was there keeps its graphics state to itself. Pages may share their resources: this one gets its own. */
function drawOn(view: EditableView, page: PdfDict, placed: readonly Placed[]): void {
  const shared = dictOf(inherited(view, page, 'Resources')) ?? dictFrom('')
  const drawings = new Map(view.dict(shared, 'XObject')?.entries)
  let prefix = 'Field'
  while ([...drawings.keys()].some((name) => name.startsWith(prefix))) prefix += '_'
  const operators = placed.map(({ appearance, matrix }, index) => {
    const name = `${prefix}${index}`
    appearance.dict.entries.set('Subtype', valueOf('/Form'))
    drawings.set(name, view.referenceTo(appearance))
    return `q ${matrix} cm ${nameObject(name)} Do Q\n`
  })
  const resources = new Map(shared.entries).set('XObject', { ...dictFrom(''), entries: drawings })
  page.entries.set('Resources', { ...dictFrom(''), entries: resources })
  const contents = page.entries.get('Contents')
  const value = view.resolve(contents)
  const before = value.kind === 'array' ? value.items : contents && value.kind === 'stream' ? [contents] : []
  const [begin, end] = ['q\n', `Q\n${operators.join('')}`].map((source) =>
    valueOf(reference(view.writer.newStream('', source))),
  )
  if (begin && end) page.entries.set('Contents', { kind: 'array', items: [begin, ...before, end], start: 0, end: 0 })
}
