import { dictOf, itemsOf, nameOf, numberOf, type PdfDict, type PdfValue, textOf } from '@moqi/pdf/read/values'
import type { View } from '@moqi/pdf/read/pdf-file'
import type { EditableView } from '@moqi/pdf/write/editable-view'

/** What a field says that its widgets inherit (ISO 32000-1 §12.7.3.1), by key. */
type Inherited = ReadonlyMap<string, PdfValue>

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

/** The widgets of text, choice and button fields. */
export function formWidgets(view: EditableView): FormWidget[] {
  const form = view.dict(view.catalog, 'AcroForm')
  if (!form) return []
  const widgets: FormWidget[] = []
  const seen = new Set<PdfDict>()
  const fromForm = own(view, form, new Map(), ['DA', 'Q'])
  const pending = kidsOf(view, form, 'Fields').map((dict) => ({ dict, above: fromForm, alone: true }))
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (seen.has(next.dict)) continue
    seen.add(next.dict)
    const entries = own(view, next.dict, next.above, inherited)
    const kids = kidsOf(view, next.dict, 'Kids')
    for (const kid of kids) pending.push({ dict: kid, above: entries, alone: kids.length === 1 })
    const widget = kids.length === 0 ? widgetOf(view, next.dict, entries, next.alone) : undefined
    if (widget) widgets.push(widget)
  }
  return widgets
}

function widgetOf(view: EditableView, dict: PdfDict, entries: Inherited, alone: boolean): FormWidget | undefined {
  const kind = nameOf(entries.get('FT'))
  if (kind !== 'Tx' && kind !== 'Ch' && kind !== 'Btn') return undefined
  const number = (key: string) => numberOf(entries.get(key)) ?? 0
  return {
    dict,
    kind,
    flags: number('Ff'),
    values: textsOf(view, entries.get('V')),
    options: itemsOf(entries.get('Opt')).map((option) => {
      const [value = '', label = value] = textsOf(view, view.resolve(option))
      return { value, label }
    }),
    style: textsOf(view, entries.get('DA'))[0] ?? '',
    alignment: number('Q'),
    most: number('MaxLen'),
    alone,
  }
}

function own(view: View, dict: PdfDict, above: Inherited, keys: readonly string[]): Inherited {
  const found = keys.map((key): [string, PdfValue] => [key, view.get(dict, key)])
  return new Map([...above, ...found.filter(([, { kind }]) => kind !== 'null')])
}

/** A text, a stream of text (§7.9.3), a name, or an array of them. */
function textsOf(view: EditableView, value: PdfValue | undefined): string[] {
  if (value?.kind === 'stream') return textsOf(view, { ...value, kind: 'string', bytes: view.data(value), hex: false })
  const text = textOf(value) ?? nameOf(value)
  if (text !== undefined) return [text]
  const items = itemsOf(value).map((item) => view.resolve(item))
  return items.flatMap((item) => (item.kind === 'array' ? [] : textsOf(view, item)))
}

/** The dictionaries in an array of a field or form. */
export const kidsOf = (view: View, node: PdfDict, key: string): PdfDict[] =>
  view.items(node, key).flatMap((item) => dictOf(item) ?? [])
