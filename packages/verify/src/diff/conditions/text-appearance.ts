import { type Field, rectOf, type Widget } from '@moqi/pdf/graph/fields'
import { inherited } from '@moqi/pdf/graph/document-model'
import { decodeStream } from '@moqi/pdf/read/decode-stream'
import type { View } from '@moqi/pdf/read/pdf-file'
import { dictOf, integerOf, type PdfStream } from '@moqi/pdf/read/values'
import { comparableText, richText, valueText } from '../../appearance/comparable-text.ts'
import { isFormattedNumber } from '../../appearance/formatted-number.ts'
import { contradictsOtherFonts } from '../../appearance/glyph-claims.ts'
import { type Shown, shownTexts } from '../../appearance/shown-text.ts'
import type { Side } from '../revision-pair.ts'
import { hasFlag } from './flags.ts'
import { type OptionTexts, shownOptions, textsOfOptions } from '../../appearance/option-texts.ts'
import { sameText } from '../../appearance/same-text.ts'
import { appearanceStreams } from './widget-appearances.ts'

/** What the text of an appearance comes to beside the value; undefined when it is that value. */
export type TextFinding = 'appearance-contradicts-value' | 'appearance-not-comparable'
const contradicts: TextFinding = 'appearance-contradicts-value'
const notComparable: TextFinding = 'appearance-not-comparable'

/** V3: the texts that all appearances of a field show, held against its value. */
export function textFinding(side: Side, field: Field, widgets: Widget[]): TextFinding | undefined {
  const { view } = side
  const values = field.type === 'Ch' ? choiceTexts(view, field) : textsOf(view, field)
  const rich = hasFlag(view, field.dict, 'richText') ? richText(view.get(field.dict, 'RV')) : undefined
  if (rich !== undefined && !values.some((value) => comparableText(value) === comparableText(rich))) return contradicts
  const cells = hasFlag(view, field.dict, 'comb') ? (integerOf(inherited(view, field.dict, 'MaxLen')) ?? 0) : 0
  const appearances = widgets.map(({ dict }) => appearanceStreams(view, dict))
  const shown = widgets.flatMap((widget, at) =>
    readTexts(side, widget, { streams: appearances[at]?.streams ?? [], cells }),
  )
  const findings = shown.map(judgeOf(view, field, values))
  const fonts = new Set(shown.flatMap((one) => [...one.fonts]))
  if (findings.includes(contradicts) || contradictsOtherFonts(view, fonts)) return contradicts
  // The states of a box mean nothing here: readers differ in which of them they show.
  if (appearances.some(({ states }) => states)) return notComparable
  return findings.find((finding) => finding !== undefined)
}

function readTexts(
  { view, model }: Side,
  { dict, page }: Widget,
  { streams, cells }: { streams: PdfStream[]; cells: number },
): Shown[] {
  const leaf = model.pages[page ?? -1]?.dict
  const degrees = [view.get(view.dict(dict, 'MK'), 'R'), inherited(view, leaf, 'Rotate')]
  const turns = new Set(degrees.map((value) => ((integerOf(value) ?? 0) + 360) % 360))
  const shared = [dictOf(inherited(view, leaf, 'Resources')), view.dict(model.form, 'DR')]
  const [left, bottom, right, top] = rectOf(view, dict) ?? [0, 0, 0, 0]
  const room = [right - left, top - bottom] as const
  return streams.flatMap((stream) => shownTexts(view, stream, { shared, cells, turns: [...turns], room }))
}

/** A password shows none of its value, a list its choices, and any other field its value. */
function judgeOf(view: View, field: Field, values: string[]): (shown: Shown) => TextFinding | undefined {
  if (field.type === 'Tx' && hasFlag(view, field.dict, 'password')) return (shown) => judgePassword(shown, values)
  if (field.type === 'Ch' && !hasFlag(view, field.dict, 'combo')) {
    const list = textsOfOptions(view, inherited(view, field.dict, 'Opt'), view.resolve(field.value))
    return (shown) => judgeList(shown, list)
  }
  return (shown) => judge(shown, values, loosenessOf(view, field))
}

function judgeList(shown: Shown, list: OptionTexts): TextFinding | undefined {
  const run = shownOptions(shown, list)
  if (!run) return contradicts
  const isPlain = readsPlainly(shown) && list.selected.every((text) => run.includes(comparableText(text)))
  return isPlain ? undefined : notComparable
}

/** One sign for each character, or nothing; MuPDF shows the value. */
function judgePassword(shown: Shown, values: string[]): TextFinding | undefined {
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

function loosenessOf(view: View, field: Field): Looseness {
  const actions = dictOf(inherited(view, field.dict, 'AA')) ?? view.dict(field.widgets[0]?.dict, 'AA')
  const source = view.get(view.dict(actions, 'F'), 'JS')
  const script =
    source.kind === 'stream' ? decodeStream(source, view.file.budget).toString('latin1') : valueText(source)
  return { script: actions?.entries.has('F') ? (script ?? '') : undefined, cut: hasFlag(view, field.dict, 'multiline') }
}

/** Acrobat's scripts for numbers add no words but those they are given. */
function judgeFormatted(shown: Shown, values: string[], script: string): TextFinding | undefined {
  const { text } = shown
  if (values.some((value) => isFormattedNumber(value, text))) return unlessPlain(shown, true)
  const given = (script.match(/"[^"]*"|'[^']*'/g) ?? []).join(' ')
  const words = text.match(/\p{L}{2,}/gu) ?? []
  const isNumber = /^\s*AF(?:Number|Percent)_Format\s*\([^()]*\)\s*;?\s*$/.test(script)
  return isNumber && words.some((word) => !given.includes(word)) ? contradicts : notComparable
}

const unlessPlain = (shown: Shown, isSame: boolean) => (isSame && readsPlainly(shown) ? undefined : notComparable)

function judge(shown: Shown, values: string[], { script, cut }: Looseness): TextFinding | undefined {
  const { text, more } = shown
  const matches = new Set(values.map((value) => sameText(value, text, shown.lines)))
  if (matches.has('yes') || matches.has('perhaps')) return unlessPlain(shown, matches.has('yes'))
  const [drawn, wanted] = [comparableText(text), values.map(comparableText)]
  // Text in an unknown font may be what is missing; but what is shown besides the value is too much in any case.
  if (more && wanted.some((value) => value.includes(drawn))) return notComparable
  if (script !== undefined && text !== '') return judgeFormatted(shown, values, script)
  return cut && text !== '' && wanted.some((value) => value.startsWith(drawn)) ? notComparable : contradicts
}

/** The value of a field, which may be a stream (ISO 32000-2 12.7.5.3); no value is an empty one. */
export function textsOf(view: View, field: Field): string[] {
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
