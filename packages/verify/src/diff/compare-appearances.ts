import { comparableText, richText, valueText } from '../appearance/comparable-text.ts'
import { isFormattedNumber } from '../appearance/formatted-number.ts'
import { contradictsOtherFonts } from '../appearance/glyph-claims.ts'
import { type Shown, shownTexts } from '../appearance/shown-text.ts'
import { type Field, rectOf, type Widget } from '@moqi/pdf/graph/fields'
import { inherited } from '@moqi/pdf/graph/inherited'
import { canShow } from '@moqi/pdf/graph/visibility'
import { decodeStream } from '@moqi/pdf/read/decode-stream'
import { PdfFault } from '@moqi/pdf/read/fault'
import type { View } from '@moqi/pdf/read/pdf-file'
import { dictOf, integerOf, type PdfDict, type PdfStream } from '@moqi/pdf/read/values'
import { contradictsState, isNewLook, keepsStates, looksOn, swapsStates } from './compare-buttons.ts'
import { type OptionTexts, shownOptions, textsOfOptions } from './compare-lists.ts'
import type { FactKind } from './facts.ts'
import type { RevisionPair, Side } from './revision-pair.ts'
import { losesLook, streamsOf } from './looks-of-widget.ts'
import { sameText } from './same-text.ts'

/** Flags of fields (ISO 32000-2 Table 227 to 233), as values of their bits. */
const flags = {
  multiline: 1 << 12,
  password: 1 << 13,
  pushButton: 1 << 16,
  combo: 1 << 17,
  comb: 1 << 24,
  richText: 1 << 25,
} as const

type Finding = Extract<FactKind, 'appearance-contradicts-value' | 'appearance-not-comparable' | 'button-look'>
const contradicts: Finding = 'appearance-contradicts-value'
const notComparable: Finding = 'appearance-not-comparable'

/** V3, D20: what a field shows after it was filled in is its value. */
export function compareAppearances(pair: RevisionPair): void {
  const filled = new Set(pair.facts.filter(({ kind }) => kind === 'field-filled').map(({ field }) => field))
  if (filled.size === 0) return
  for (const older of pair.older.model.fields) {
    const field = filled.has(older.name) ? pair.newField(older) : undefined
    const finding = field && findingOf(pair, field, older)
    if (!finding) continue
    const page = field.widgets.find((widget) => widget.page !== null)?.page
    pair.add(finding, { field: field.name, ...(typeof page === 'number' ? { page: page + 1 } : {}) })
  }
}

function findingOf(pair: RevisionPair, field: Field, older: Field): Finding | undefined {
  const side = pair.newer
  const widgets = shownWidgets(side, field)
  try {
    if (field.type === 'Btn') return buttonFinding(pair, widgets, { field, older })
    if (field.type !== 'Tx' && field.type !== 'Ch') return undefined
    const isBare = hasValue(side.view, field) && losesLook(pair, widgets, older)
    return isBare ? withoutLook(side) : textFinding(side, field, widgets)
  } catch (error) {
    if (error instanceof PdfFault) return notComparable
    throw error
  }
}

/** Every widget that shows anything to anybody, on the screen or on paper; a field with kids may be one besides. */
function shownWidgets({ view, model }: Side, field: Field): Widget[] {
  const own: Widget = { number: field.number, dict: field.dict, page: model.annotations.get(field.number) ?? null }
  const isListed = field.widgets.some(({ dict }) => dict === field.dict)
  return [...field.widgets, ...(isListed ? [] : [own])].filter((widget) => canShow(view, widget))
}

const hasValue = (view: View, field: Field) => textsOf(view, field).some((text) => text !== '')

/** A value that is shown no more, unless readers are told to make its look themselves. */
function withoutLook({ view, model }: Side): Finding {
  const isMade = view.get(model.form, 'NeedAppearances')
  return isMade.kind === 'boolean' && isMade.value ? notComparable : contradicts
}

/** A push button has no value; the states of a box are those that were signed. */
function buttonFinding(
  pair: RevisionPair,
  widgets: Widget[],
  { field, older }: { field: Field; older: Field },
): Finding | undefined {
  const { view } = pair.newer
  if ((flagsOf(view, field.dict) & flags.pushButton) !== 0) {
    return isNewLook(pair, widgets, older) ? 'button-look' : undefined
  }
  if (contradictsState(view, field, widgets) || swapsStates(pair, widgets, older)) return contradicts
  if (looksOn(pair, field, widgets, older)) return contradicts
  if (losesLook(pair, widgets, older)) return withoutLook(pair.newer)
  return keepsStates(pair, widgets, older) ? undefined : notComparable
}

function textFinding(side: Side, field: Field, widgets: Widget[]): Finding | undefined {
  const { view } = side
  const set = flagsOf(view, field.dict)
  const values = field.type === 'Ch' ? choiceTexts(view, field) : textsOf(view, field)
  const rich = (set & flags.richText) === 0 ? undefined : richText(view.get(field.dict, 'RV'))
  if (rich !== undefined && !values.some((value) => comparableText(value) === comparableText(rich))) return contradicts
  const cells = (set & flags.comb) === 0 ? 0 : (integerOf(inherited(view, field.dict, 'MaxLen')) ?? 0)
  const looks = widgets.map(({ dict }) => streamsOf(view, dict))
  const shown = widgets.flatMap((widget, at) => readLooks(side, widget, { streams: looks[at]?.streams ?? [], cells }))
  const judgeOne = judgeOf(view, field, { set, values })
  const findings = shown.map(judgeOne)
  const fonts = new Set(shown.flatMap((one) => [...one.fonts]))
  if (findings.includes(contradicts) || contradictsOtherFonts(view, fonts)) return contradicts
  // The states of a box mean nothing here: readers differ in which of them they show.
  if (looks.some(({ states }) => states)) return notComparable
  return findings.find((finding) => finding !== undefined)
}

function readLooks(
  { view, model }: Side,
  { dict, page }: Widget,
  { streams, cells }: { streams: PdfStream[]; cells: number },
): Shown[] {
  const leaf = model.pages[page ?? -1]?.dict
  const degrees = [view.get(dictOf(view.get(dict, 'MK')), 'R'), inherited(view, leaf, 'Rotate')]
  const turns = new Set(degrees.map((value) => ((integerOf(value) ?? 0) + 360) % 360))
  const shared = [dictOf(inherited(view, leaf, 'Resources')), dictOf(view.get(model.form, 'DR'))]
  const [left, bottom, right, top] = rectOf(view, dict) ?? [0, 0, 0, 0]
  const room = [right - left, top - bottom] as const
  return streams.flatMap((stream) => shownTexts(view, stream, { shared, cells, turns: [...turns], room }))
}

/** A password shows none of its value, a list its choices, and any other field its value. */
function judgeOf(
  view: View,
  field: Field,
  { set, values }: { set: number; values: string[] },
): (shown: Shown) => Finding | undefined {
  if (field.type === 'Tx' && (set & flags.password) !== 0) return (shown) => judgePassword(shown, values)
  if (field.type === 'Ch' && (set & flags.combo) === 0) {
    const list = textsOfOptions(view, inherited(view, field.dict, 'Opt'), view.resolve(field.value))
    return (shown) => judgeList(shown, list)
  }
  return (shown) => judge(shown, values, isLoose(view, field, set))
}

function judgeList(shown: Shown, list: OptionTexts): Finding | undefined {
  const run = shownOptions(shown, list)
  if (!run) return contradicts
  const isPlain = readsPlainly(shown) && list.selected.every((text) => run.includes(comparableText(text)))
  return isPlain ? undefined : notComparable
}

/** One sign for each character, or nothing; MuPDF shows the value. */
function judgePassword(shown: Shown, values: string[]): Finding | undefined {
  const signs = new Set(comparableText(shown.text))
  const isHidden = signs.size <= 1 && ![...signs].some((sign) => /[\p{L}\p{N}]/u.test(sign))
  if (!isHidden && !values.some((value) => sameText(value, shown.text, shown.lines) === 'yes')) return contradicts
  return readsPlainly(shown) ? undefined : notComparable
}

const readsPlainly = ({ more, odd }: Shown) => !more && !odd

/** What may make the text of an appearance another than the value, by rights. */
interface Looseness {
  /** The script of the field that forms what is shown. */
  script: string | undefined
  /** Lines beyond the field's height are left out. */
  cut: boolean
}

function isLoose(view: View, field: Field, set: number): Looseness {
  const actions = dictOf(inherited(view, field.dict, 'AA')) ?? dictOf(view.get(field.widgets[0]?.dict, 'AA'))
  const source = view.get(dictOf(view.get(actions, 'F')), 'JS')
  const script =
    source.kind === 'stream' ? decodeStream(source, view.file.budget).toString('latin1') : valueText(source)
  return { script: actions?.entries.has('F') ? (script ?? '') : undefined, cut: (set & flags.multiline) !== 0 }
}

/** Acrobat's scripts for numbers add no words but those they are given. */
function judgeFormatted(shown: Shown, values: string[], script: string): Finding | undefined {
  const { text } = shown
  if (values.some((value) => isFormattedNumber(value, text))) return unlessPlain(shown, true)
  const given = (script.match(/"[^"]*"|'[^']*'/g) ?? []).join(' ')
  const words = text.match(/\p{L}{2,}/gu) ?? []
  const isNumber = /^\s*AF(?:Number|Percent)_Format\s*\([^()]*\)\s*;?\s*$/.test(script)
  return isNumber && words.some((word) => !given.includes(word)) ? contradicts : notComparable
}

const unlessPlain = (shown: Shown, isSame: boolean) => (isSame && readsPlainly(shown) ? undefined : notComparable)

function judge(shown: Shown, values: string[], { script, cut }: Looseness): Finding | undefined {
  const { text, more } = shown
  const matches = new Set(values.map((value) => sameText(value, text, shown.lines)))
  if (matches.has('yes') || matches.has('perhaps')) return unlessPlain(shown, matches.has('yes'))
  const [drawn, wanted] = [comparableText(text), values.map(comparableText)]
  // Text in an unknown font may be what is missing; but what is shown besides the value is too much in any case.
  if (more && wanted.some((value) => value.includes(drawn))) return notComparable
  if (script !== undefined && text !== '') return judgeFormatted(shown, values, script)
  return cut && text !== '' && wanted.some((value) => value.startsWith(drawn)) ? notComparable : contradicts
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
  const value = view.resolve(field.value)
  return [valueText(value) ?? '', ...textsOfOptions(view, inherited(view, field.dict, 'Opt'), value).selected]
}

function flagsOf(view: View, dict: PdfDict): number {
  return integerOf(inherited(view, dict, 'Ff')) ?? 0
}
