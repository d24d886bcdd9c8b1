import { decodeStream } from '../read/decode-stream.ts'
import type { View } from '../read/pdf-file.ts'
import { dictOf, integerOf, itemsOf, nameOf, type PdfDict, type PdfStream, type PdfValue } from '../read/values.ts'
import { contentOperators, type Operator } from './content-operators.ts'
import { type FontText, fontTextOf } from './font-text.ts'

/** What an appearance shows. */
export interface Shown {
  /** Its text in the order it is drawn, without blanks between pieces. */
  text: string
  /** Also something that is no text, or text that cannot be told: pictures, outlines, unknown fonts. */
  more: boolean
  fonts: ReadonlySet<PdfDict>
}

/** Strokes of a border and a background; drawn letters have more. */
const usualStrokes = 24
const maximalDepth = 8

interface State {
  font: FontText | undefined
  /** Text is drawn without ink (ISO 32000-2 Table 104: 3 and 7). */
  invisible: boolean
}

/**
 * The text a form XObject draws, by the fonts of its own resources or else of the form's `defaults`; `cells` of a comb
 * have strokes between them. Throws `PdfFault`.
 */
export function shownText(view: View, appearance: PdfStream, defaults: PdfDict | undefined, cells = 0): Shown {
  const reader = new AppearanceReader(view, defaults)
  reader.read(appearance, undefined, 0)
  const more = reader.more || reader.strokes > usualStrokes + cells * 2
  return { text: reader.pieces.join(''), more, fonts: reader.fonts }
}

class AppearanceReader {
  readonly pieces: string[] = []
  readonly fonts = new Set<PdfDict>()
  more = false
  strokes = 0
  readonly #view: View
  readonly #defaults: PdfDict | undefined
  #state: State = { font: undefined, invisible: false }
  #saved: State[] = []

  constructor(view: View, defaults: PdfDict | undefined) {
    this.#view = view
    this.#defaults = defaults
  }

  read(form: PdfStream, outer: PdfDict | undefined, depth: number): void {
    const { budget } = this.#view.file
    const resources = dictOf(this.#view.get(form.dict, 'Resources')) ?? outer
    if (form.dict.entries.has('OC') || depth > maximalDepth) this.more = true
    if (depth > maximalDepth) return
    const [state, saved] = [this.#state, this.#saved]
    this.#state = { ...state }
    this.#saved = []
    for (const operator of contentOperators(decodeStream(form, budget), budget)) this.#apply(operator, resources, depth)
    this.#state = state
    this.#saved = saved
  }

  #apply({ name, operands }: Operator, resources: PdfDict | undefined, depth: number): void {
    const show = showing[name]
    if (show) this.#show(show(operands))
    else if (name === 'Do') this.#draw(this.#find(resources, 'XObject', operands[0]), resources, depth)
    else if (name === 'Tf') this.#setFont(this.#find(resources, 'Font', operands[0]))
    else if (name === 'gs') this.#useState(dictOf(this.#find(resources, 'ExtGState', operands[0])))
    else this.#applyPlain(name, operands)
  }

  #applyPlain(name: string, operands: PdfValue[]): void {
    if (name === 'q') this.#saved.push({ ...this.#state })
    else if (name === 'Q') this.#state = this.#saved.pop() ?? this.#state
    else if (name === 'Tr') this.#state.invisible = [3, 7].includes(integerOf(operands[0]) ?? 0)
    else if (strokes.has(name)) this.strokes += 1
    else if (name === 'sh' || name === 'BI' || isLayer(name, operands)) this.more = true
  }

  #show(strings: PdfValue[]): void {
    if (this.#state.invisible) return
    for (const value of strings) {
      if (value.kind !== 'string') continue
      const text = this.#state.font?.(value.bytes)
      if (text === undefined) this.more = true
      else this.pieces.push(text)
    }
  }

  #find(resources: PdfDict | undefined, kind: string, name: PdfValue | undefined): PdfValue {
    const key = nameOf(name) ?? ''
    const [own, common] = [resources, this.#defaults].map((one) => dictOf(this.#view.get(one, kind)))
    return this.#view.get(own?.entries.has(key) ? own : common, key)
  }

  #setFont(font: PdfValue): void {
    const dict = dictOf(font)
    if (dict) this.fonts.add(dict)
    this.#state.font = dict && fontTextOf(this.#view, dict)
  }

  #useState(state: PdfDict | undefined): void {
    const [font] = itemsOf(this.#view.get(state, 'Font'))
    if (font) this.#setFont(this.#view.resolve(font))
  }

  #draw(object: PdfValue, resources: PdfDict | undefined, depth: number): void {
    const isForm = object.kind === 'stream' && nameOf(this.#view.get(object.dict, 'Subtype')) === 'Form'
    if (isForm) this.read(object, resources, depth + 1)
    else this.more = true
  }
}

const strokes = new Set(['l', 'c', 'v', 'y', 're'])

/** Strings that the operators for showing text show. */
const showing: Partial<Record<string, (operands: PdfValue[]) => PdfValue[]>> = {
  Tj: (operands) => operands,
  TJ: ([array]) => itemsOf(array),
  "'": (operands) => operands,
  '"': (operands) => operands.slice(2),
}

/** Whether it is shown depends on a layer. */
function isLayer(name: string, [tag]: PdfValue[]): boolean {
  return name === 'BDC' && nameOf(tag) === 'OC'
}
