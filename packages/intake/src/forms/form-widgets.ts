import { type PDF, PdfArray, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream, PdfString } from '@libpdf/core'

/** Follows a reference to its object; null when it leads nowhere. */
export type Resolve = (ref: PdfRef) => PdfObject | null

/** What a field says that its widgets inherit (ISO 32000-1 §12.7.3.1), by key. */
type Inherited = ReadonlyMap<string, PdfObject>

/** A place where a field shows, with what its field says. */
export interface FormWidget {
  readonly dict: PdfDict
  readonly kind: 'Tx' | 'Ch' | 'Btn'
  /** Field flags (§12.7.4). */
  readonly flags: number
  /** The value as text, and of a list everything chosen; a button's is the name of its state. */
  readonly values: readonly string[]
  /** What a choice field offers: the value of each option and how it shows. */
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** The default appearance: operators that choose font, size and colour (§12.7.3.3). */
  readonly style: string
  /** 0 from the left, 1 centred, 2 from the right. */
  readonly alignment: number
  /** Characters of a comb; 0 without a limit. */
  readonly most: number
  /** The only widget of its field. */
  readonly alone: boolean
}

const inherited = ['FT', 'V', 'Ff', 'DA', 'Q', 'MaxLen', 'Opt']

/** The widgets of text, choice and button fields. The tree was found free of loops before. */
export function formWidgets(pdf: PDF): FormWidget[] {
  const resolve: Resolve = (ref) => pdf.context.resolve(ref)
  const form = pdf.context.catalog.getDict().getDict('AcroForm', resolve)
  if (!form) return []
  const widgets: FormWidget[] = []
  const seen = new Set<PdfDict>()
  const fromForm = own(form, new Map(), ['DA', 'Q'], resolve)
  const pending = kidsOf(form, 'Fields', resolve).map((dict) => ({ dict, above: fromForm, alone: true }))
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (seen.has(next.dict)) continue
    seen.add(next.dict)
    const entries = own(next.dict, next.above, inherited, resolve)
    const kids = kidsOf(next.dict, 'Kids', resolve)
    for (const kid of kids) pending.push({ dict: kid, above: entries, alone: kids.length === 1 })
    const widget = kids.length === 0 ? widgetOf(next.dict, entries, next.alone, resolve) : undefined
    if (widget) widgets.push(widget)
  }
  return widgets
}

function widgetOf(dict: PdfDict, entries: Inherited, alone: boolean, resolve: Resolve): FormWidget | undefined {
  const type = entries.get('FT')
  const kind = type instanceof PdfName ? type.value : undefined
  if (kind !== 'Tx' && kind !== 'Ch' && kind !== 'Btn') return undefined
  const number = (key: string) => {
    const value = entries.get(key)
    return value?.type === 'number' ? value.value : 0
  }
  return {
    dict,
    kind,
    flags: number('Ff'),
    values: textsOf(entries.get('V'), resolve),
    options: listed(entries.get('Opt'), resolve).map((option) => {
      const [value = '', label = value] = textsOf(option, resolve)
      return { value, label }
    }),
    style: textsOf(entries.get('DA'), resolve)[0] ?? '',
    alignment: number('Q'),
    most: number('MaxLen'),
    alone,
  }
}

function own(dict: PdfDict, above: Inherited, keys: readonly string[], resolve: Resolve): Inherited {
  const entries = new Map(above)
  for (const key of keys) {
    const value = dict.get(key, resolve)
    if (value) entries.set(key, value)
  }
  return entries
}

/** A text, a stream of text (§7.9.3), a name, or an array of them. */
function textsOf(value: PdfObject | undefined, resolve: Resolve): string[] {
  if (value instanceof PdfString) return [value.asString()]
  if (value instanceof PdfName) return [value.value]
  if (value instanceof PdfStream) return [PdfString.fromBytes(value.getDecodedData()).asString()]
  return listed(value, resolve).flatMap((item) => (item instanceof PdfArray ? [] : textsOf(item, resolve)))
}

function listed(value: PdfObject | undefined, resolve: Resolve): PdfObject[] {
  if (!(value instanceof PdfArray)) return []
  return [...value].flatMap((item) => (item instanceof PdfRef ? (resolve(item) ?? []) : [item]))
}

/** The dictionaries in an array of a field or form. */
export function kidsOf(node: PdfDict, key: string, resolve: Resolve): PdfDict[] {
  return listed(node.get(key, resolve), resolve).flatMap((item) => (item instanceof PdfDict ? [item] : []))
}
