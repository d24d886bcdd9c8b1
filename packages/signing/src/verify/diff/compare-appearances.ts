import { comparableText, isRightToLeft, richText, valueText } from '../appearance/comparable-text.ts'
import { contradictsOtherFonts } from '../appearance/glyph-claims.ts'
import { type Shown, shownText } from '../appearance/shown-text.ts'
import type { Field, Widget } from '../graph/fields.ts'
import { isVisible } from '../graph/visibility.ts'
import { decodeStream } from '../read/decode-stream.ts'
import { PdfFault } from '../read/fault.ts'
import type { View } from '../read/pdf-file.ts'
import {
  dictOf,
  integerOf,
  itemsOf,
  nameOf,
  nothing,
  type PdfDict,
  type PdfStream,
  type PdfValue,
} from '../read/values.ts'
import type { FactKind } from './facts.ts'
import type { RevisionPair, Side } from './revision-pair.ts'

/** Flags of fields (ISO 32000-2 Table 227 to 233), as values of their bits. */
const flags = {
  multiline: 1 << 12,
  password: 1 << 13,
  pushButton: 1 << 16,
  combo: 1 << 17,
  comb: 1 << 24,
  richText: 1 << 25,
} as const

type Finding = Extract<FactKind, 'appearance-contradicts-value' | 'appearance-not-comparable'>
const contradicts: Finding = 'appearance-contradicts-value'
const notComparable: Finding = 'appearance-not-comparable'

/** V3, D20: what a field shows after it was filled in is its value. */
export function compareAppearances(pair: RevisionPair): void {
  const filled = new Set(pair.facts.filter(({ kind }) => kind === 'field-filled').map(({ field }) => field))
  if (filled.size === 0) return
  for (const field of pair.newer.model.fields) {
    const finding = filled.has(field.name) ? findingOf(pair.newer, field) : undefined
    if (!finding) continue
    const page = field.widgets.find((widget) => widget.page !== null)?.page
    pair.add(finding, { field: field.name, ...(typeof page === 'number' ? { page: page + 1 } : {}) })
  }
}

function findingOf(side: Side, field: Field): Finding | undefined {
  const widgets = field.widgets.filter((widget) => isVisible(side.view, widget))
  try {
    if (field.type === 'Btn') return buttonFinding(side.view, field, widgets)
    return field.type === 'Tx' || field.type === 'Ch' ? textFinding(side, field, widgets) : undefined
  } catch (error) {
    if (error instanceof PdfFault) return notComparable
    throw error
  }
}

/** D20: a box or button is on where the value names its state, and nowhere else. */
function buttonFinding(view: View, field: Field, widgets: Widget[]): Finding | undefined {
  if ((flagsOf(view, field.dict) & flags.pushButton) !== 0) return undefined
  const value = valueText(view.resolve(field.value)) || 'Off'
  const states = widgets.map(({ dict }) => nameOf(view.get(dict, 'AS')) ?? 'Off')
  const offered = widgets.some(({ dict }) => dictOf(view.get(dictOf(view.get(dict, 'AP')), 'N'))?.entries.has(value))
  const isWrong = states.some((state) => state !== 'Off' && state !== value)
  const isMissing = value !== 'Off' && offered && !states.includes(value)
  return isWrong || isMissing ? contradicts : undefined
}

/** A password shows none of its value, and a list shows all its choices. */
function showsItsValue({ type }: Field, set: number): boolean {
  return type === 'Tx' ? (set & flags.password) === 0 : (set & flags.combo) !== 0
}

function textFinding(side: Side, field: Field, widgets: Widget[]): Finding | undefined {
  const { view, model } = side
  const set = flagsOf(view, field.dict)
  if (!showsItsValue(field, set)) return undefined
  const values = field.type === 'Ch' ? choiceTexts(view, field) : textsOf(view, field)
  const rich = (set & flags.richText) === 0 ? undefined : richText(view.get(field.dict, 'RV'))
  if (rich !== undefined && !values.some((value) => isSame(value, rich))) return contradicts
  const cells = (set & flags.comb) === 0 ? 0 : (integerOf(inherited(view, field.dict, 'MaxLen')) ?? 0)
  const defaults = dictOf(view.get(model.form, 'DR'))
  const shown = widgets
    .flatMap(({ dict }) => appearancesOf(view, dict))
    .map((appearance) => shownText(view, appearance, defaults, cells))
  const findings = shown.map((one) => judge(one, values, isLoose(view, field, set)))
  const fonts = new Set(shown.flatMap((one) => [...one.fonts]))
  if (contradictsOtherFonts(view, fonts)) return contradicts
  return findings.includes(contradicts) ? contradicts : findings.find((finding) => finding !== undefined)
}

/** What may make the text of an appearance another than the value, by rights. */
interface Looseness {
  /** A script of the field's forms what is shown. */
  formatted: boolean
  /** Lines beyond the field's height are left out. */
  cut: boolean
}

function isLoose(view: View, field: Field, set: number): Looseness {
  const actions = dictOf(inherited(view, field.dict, 'AA')) ?? dictOf(view.get(field.widgets[0]?.dict, 'AA'))
  return { formatted: actions?.entries.has('F') === true, cut: (set & flags.multiline) !== 0 }
}

function judge({ text, more }: Shown, values: string[], { formatted, cut }: Looseness): Finding | undefined {
  if (values.some((value) => isSame(value, text))) return more ? notComparable : undefined
  // Text in an unknown font may be what is missing; but what is shown besides the value is too much in any case.
  if (more && values.some((value) => comparableText(value).includes(comparableText(text)))) return notComparable
  if (formatted && text !== '') return values.some((value) => isSameNumber(value, text)) ? undefined : notComparable
  const begins = text !== '' && values.some((value) => comparableText(value).startsWith(comparableText(text)))
  return cut && begins ? notComparable : contradicts
}

function isSame(value: string, shown: string): boolean {
  const [one, other] = [comparableText(value), comparableText(shown)]
  return one === other || (isRightToLeft(one) && sorted(one) === sorted(other))
}

const sorted = (text: string) => [...text].toSorted().join('')

/** One number as a script may form it: grouped, rounded, in percent, with a currency. */
function isSameNumber(value: string, shown: string): boolean {
  const [given, drawn] = [value, shown].map(onlyNumber)
  if (given === undefined || drawn === undefined) return false
  const [one, other] = [given, drawn].map((text) => Number(text.replaceAll(',', '')))
  const exact = (one ?? 0) * (shown.includes('%') ? 100 : 1)
  const places = drawn.split('.')[1]?.length ?? 0
  return Math.abs(exact - (other ?? 0)) <= 0.5 * 10 ** -places + 1e-9
}

function onlyNumber(text: string): string | undefined {
  const [number, ...more] = comparableText(text).match(/-?\d[\d,]*(?:\.\d+)?/g) ?? []
  return more.length > 0 ? undefined : number
}

/** N, R and D: what a field shows at rest, under the pointer and while it is pressed. */
function appearancesOf(view: View, widget: PdfDict): PdfStream[] {
  const looks = dictOf(view.get(widget, 'AP'))
  return ['N', 'R', 'D'].flatMap((key) => {
    const look = view.get(looks, key)
    return look.kind === 'stream' ? [look] : []
  })
}

/** The value, which may be a stream (ISO 32000-2 12.7.5.3); no value is an empty one. */
function textsOf(view: View, field: Field): string[] {
  const value = view.resolve(field.value)
  if (value.kind !== 'stream') return [valueText(value) ?? '']
  const bytes = decodeStream(value, view.file.budget)
  return [valueText({ kind: 'string', bytes, hex: false, start: 0, end: 0 }) ?? '']
}

/** Export values are shown as the words that stand for them (ISO 32000-2 Table 234). */
function choiceTexts(view: View, field: Field): string[] {
  const value = valueText(view.resolve(field.value)) ?? ''
  const shown = itemsOf(inherited(view, field.dict, 'Opt')).flatMap((option) => {
    const [exported, text] = itemsOf(view.resolve(option)).map((item) => valueText(view.resolve(item)))
    return exported === value && text !== undefined ? [text] : []
  })
  return [value, ...shown]
}

function flagsOf(view: View, dict: PdfDict): number {
  return integerOf(inherited(view, dict, 'Ff')) ?? 0
}

const maximalAncestors = 100

function inherited(view: View, dict: PdfDict, key: string): PdfValue {
  let at: PdfDict | undefined = dict
  for (let depth = 0; at && depth < maximalAncestors; depth += 1) {
    if (at.entries.has(key)) return view.get(at, key)
    at = dictOf(view.get(at, 'Parent'))
  }
  return nothing
}
