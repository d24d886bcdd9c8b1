import { PdfFault, type Fault } from '../read/fault.ts'
import {
  dictOf,
  equalValues,
  integerOf,
  itemsOf,
  nameOf,
  nothing,
  textOf,
  type PdfDict,
  type PdfStream,
  type PdfValue,
} from '../read/values.ts'
import type { View } from '../read/pdf-file.ts'
import { decodeStream } from '../read/decode-stream.ts'

/** A widget annotation of a field: its object number (0 when direct) and page index, null when on no page. */
export interface Widget {
  number: number
  dict: PdfDict
  page: number | null
}

/** A field of the form with its inherited properties (ISO 32000-2 12.7.4). */
export interface Field {
  /** Full name: partial names joined by dots. */
  name: string
  /** 0 when the dictionary is direct. */
  number: number
  dict: PdfDict
  type: string | undefined
  /** /V as written, a reference or not; null when absent. */
  value: PdfValue
  widgets: Widget[]
  /** Has child fields, so it is a branch of the tree and no field to fill in. */
  branch: boolean
}

interface Waiting {
  node: PdfValue
  parent: Field | undefined
}

/** Every node of the field tree, parents before children; D6 and P16 faults are added. */
export function readFields(view: View, form: PdfDict, pageOf: Map<number, number>, faults: Fault[]): Field[] {
  const fields: Field[] = []
  const seen = new Set<number>()
  const names = new Set<string>()
  const waiting: Waiting[] = itemsOf(view.get(form, 'Fields'))
    .toReversed()
    .map((node) => ({ node, parent: undefined }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    view.file.budget.step()
    const { node, parent } = next
    const dict = dictOf(view.resolve(node))
    if (!dict) continue
    const number = node.kind === 'ref' ? node.number : 0
    if (number !== 0 && seen.has(number)) {
      faults.push({ code: 'circular-structure', offset: dict.start, object: number })
      continue
    }
    seen.add(number)
    if (parent?.number !== 0) faults.push(...checkParent(dict, number, parent))
    const field = describe(view, dict, number, parent)
    if (names.has(field.name) || partialName(dict)?.includes('.')) {
      faults.push({ code: 'duplicate-field-name', offset: dict.start, object: number, detail: field.name })
    }
    names.add(field.name)
    fields.push(field)
    for (const kid of readKids(view, field, { pageOf, faults })) waiting.push({ node: kid, parent: field })
  }
  return fields
}

function partialName(dict: PdfDict): string | undefined {
  return textOf(dict.entries.get('T'))
}

function describe(view: View, dict: PdfDict, number: number, parent: Field | undefined): Field {
  const own = textOf(view.get(dict, 'T'))
  const name = [parent?.name, own].filter((part) => part !== undefined && part !== '').join('.')
  return {
    name,
    number,
    dict,
    type: view.name(dict, 'FT') ?? parent?.type,
    value: dict.entries.get('V') ?? parent?.value ?? nothing,
    widgets: [],
    branch: false,
  }
}

/**
 * Some readers climb from a widget to its field, others descend: both ways lead to the same. Writers that forget the
 * way up are told of only behind a signature.
 */
function checkParent(dict: PdfDict, number: number, parent: Field | undefined): Fault[] {
  const named = dict.entries.get('Parent')
  const wanted = parent ? parent.number : undefined
  if ((named?.kind === 'ref' ? named.number : undefined) === wanted) return []
  const fault = disagreement(dict, number, '/Parent of a field')
  return named === undefined ? [{ ...fault, laterOnly: true }] : [fault]
}

const disagreement = (dict: PdfDict, object: number, detail: string): Fault => ({
  code: 'readers-disagree',
  offset: dict.start,
  object,
  detail,
})

/** Sets the widgets of a field and returns its child fields, last first. */
function readKids(
  view: View,
  field: Field,
  { pageOf, faults }: { pageOf: Map<number, number>; faults: Fault[] },
): PdfValue[] {
  const kids = itemsOf(view.get(field.dict, 'Kids'))
  const place = (number: number, dict: PdfDict): Widget => {
    const page = pageOf.get(number) ?? null
    // Whatever else stands on a page was seen as that, and not as a field.
    if (page !== null && view.name(dict, 'Subtype') !== 'Widget') {
      faults.push(disagreement(dict, number, 'a field that is no widget'))
    }
    return { number, dict, page }
  }
  // A node of the tree that stands on a page shows there, whatever its kids are.
  if (kids.length === 0 || pageOf.has(field.number)) field.widgets.push(place(field.number, field.dict))
  if (kids.length === 0) return []
  const children: PdfValue[] = []
  for (const kid of kids) {
    const dict = dictOf(view.resolve(kid))
    if (!dict) continue
    // One without a name is a widget; with kids of its own it is a field of the same name, which none may be.
    if (dict.entries.has('T') || itemsOf(view.get(dict, 'Kids')).length > 0) {
      children.push(kid)
      continue
    }
    const number = kid.kind === 'ref' ? kid.number : 0
    // Without a way up nobody climbs it.
    if (field.number !== 0 && dict.entries.has('Parent')) faults.push(...checkParent(dict, number, field))
    if (!inherits(view, dict, field)) {
      faults.push({ code: 'duplicate-field-name', offset: dict.start, object: number, detail: field.name })
    }
    field.widgets.push(place(number, dict))
  }
  field.branch = children.length > 0
  return children.toReversed()
}

/** Whether a widget is of its field's type and value, which it may repeat. */
function inherits(view: View, dict: PdfDict, field: Field): boolean {
  const [type, value] = [dict.entries.get('FT'), dict.entries.get('V')]
  if (type && nameOf(view.resolve(type)) !== field.type) return false
  return !value || equalValues(value, field.value) || equalValues(view.resolve(value), view.resolve(field.value))
}

/** The four numbers of /Rect in points, or undefined. */
export function rectOf(view: View, dict: PdfDict): [number, number, number, number] | undefined {
  const [a, b, c, d] = itemsOf(view.get(dict, 'Rect')).map((item) => {
    const value = view.resolve(item)
    return value.kind === 'number' ? value.value : Number.NaN
  })
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined
  if ([a, b, c, d].some((side) => Number.isNaN(side))) return undefined
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
}

/** Whether a widget shows anything to a reader: on a page, with an area, not hidden (ISO 32000-2 12.5.3). */
export function isVisible(view: View, widget: Widget): boolean {
  const hidden = ((integerOf(view.get(widget.dict, 'F')) ?? 0) & 0x22) !== 0
  return widget.page !== null && !hidden && hasArea(view, widget)
}

/**
 * Whether a widget can show anything to anybody: on a page, with an area or with an appearance that draws. Flags hide
 * it from the screen or from paper only, or until the pointer comes by (D12, D16, D17; ISO 32000-2 Table 167).
 */
export function canShow(view: View, widget: Widget): boolean {
  if (widget.page === null) return false
  return hasArea(view, widget) || drawsAppearance(view, widget.dict)
}

/** Whether the appearance of a widget at rest draws anything. */
export function drawsAppearance(view: View, widget: PdfDict): boolean {
  return draws(view, view.get(view.dict(widget, 'AP'), 'N'))
}

function hasArea(view: View, { dict }: Widget): boolean {
  const rect = rectOf(view, dict)
  return rect !== undefined && rect[2] > rect[0] && rect[3] > rect[1]
}

/** Whether an appearance, or that of one of a field's states, holds more than white space and comments. */
function draws(view: View, normal: PdfValue): boolean {
  if (normal.kind === 'stream') return !isBlank(view, normal)
  const states = normal.kind === 'dict' ? [...normal.entries.values()] : []
  return states.map((state) => view.resolve(state)).some((state) => state.kind === 'stream' && !isBlank(view, state))
}

function isBlank(view: View, appearance: PdfStream): boolean {
  try {
    const source = decodeStream(appearance, view.file.budget).toString('latin1')
    return source.replaceAll(/%[^\r\n]*/g, '').trim() === ''
  } catch (error) {
    if (error instanceof PdfFault) return false
    throw error
  }
}
