import type { Fault } from '../read/fault.ts'
import type { View } from '../read/pdf-file.ts'
import { dictOf, itemsOf, nameOf, nothing, textOf, type PdfDict, type PdfValue } from '../read/values.ts'

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
    const field = describe(view, dict, number, parent)
    if (names.has(field.name) || partialName(dict)?.includes('.')) {
      faults.push({ code: 'duplicate-field-name', offset: dict.start, object: number, detail: field.name })
    }
    names.add(field.name)
    fields.push(field)
    for (const kid of readKids(view, field, pageOf)) waiting.push({ node: kid, parent: field })
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
    type: nameOf(view.get(dict, 'FT')) ?? parent?.type,
    value: dict.entries.get('V') ?? parent?.value ?? nothing,
    widgets: [],
    branch: false,
  }
}

/** Sets the widgets of a field and returns its child fields, last first. */
function readKids(view: View, field: Field, pageOf: Map<number, number>): PdfValue[] {
  const kids = itemsOf(view.get(field.dict, 'Kids'))
  const place = (number: number, dict: PdfDict): Widget => ({ number, dict, page: pageOf.get(number) ?? null })
  // A node of the tree that stands on a page shows there, whatever its kids are.
  if (kids.length === 0 || pageOf.has(field.number)) field.widgets.push(place(field.number, field.dict))
  if (kids.length === 0) return []
  const children: PdfValue[] = []
  for (const kid of kids) {
    const dict = dictOf(view.resolve(kid))
    if (!dict) continue
    if (dict.entries.has('T')) children.push(kid)
    else field.widgets.push(place(kid.kind === 'ref' ? kid.number : 0, dict))
  }
  field.branch = children.length > 0
  return children.toReversed()
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
