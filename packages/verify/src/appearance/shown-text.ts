import { decodeStream } from '@moqi/pdf/read/decode-stream'
import {
  dictOf,
  equalValues,
  itemsOf,
  nameOf,
  nothing,
  type PdfDict,
  type PdfStream,
  type PdfValue,
} from '@moqi/pdf/read/values'
import type { View } from '@moqi/pdf/read/pdf-file'
import { contentOperators, type Operator } from './content-operators.ts'
import { fontGlyphsOf } from './font-glyphs.ts'
import { applyToState, beginning, type GraphicsState, setSpace } from './graphics-state.ts'
import {
  apply,
  arrayNumbers,
  common,
  cornersOf,
  type Edges,
  edgesOf,
  identity,
  matrixOf,
  numbersOf,
  times,
  turnedBack,
} from './matrix.ts'
import { PathReader } from './path-reader.ts'
import {
  type Frame,
  isBehind,
  isFurniture,
  isShownWhole,
  type Line,
  linesOf,
  type Mark,
  type Piece,
} from './text-layout.ts'
import { TextReader } from './text-reader.ts'

/** What an appearance shows. */
export interface Shown {
  /** Its text in the order it is drawn, without blanks between pieces. */
  text: string
  /** The same by its lines; one where these cannot be told. */
  lines: string[]
  /** Also something that is no text, or text that cannot be told: pictures, outlines, unknown fonts. */
  more: boolean
  /** It may not read as it is written: letters do not stand as they follow one another, or are hidden or cut away. */
  odd: boolean
  /** The text of the lines that stand on a ground of their own, as what is chosen in a list does. */
  chosen: string
  /** How many characters are drawn, in whatever font, and how many strokes. */
  signs: number
  strokes: number
  /** Also pictures or shadings. */
  pictures: boolean
  fonts: ReadonlySet<PdfDict>
  /** A name that it does not explain itself means one thing to some readers and another to others. */
  disputed: boolean
}

const nothingRead: Shown = {
  text: '',
  lines: [],
  more: true,
  odd: true,
  chosen: '',
  signs: 0,
  strokes: 0,
  pictures: false,
  fonts: new Set(),
  disputed: false,
}

/** How an appearance is to be read. */
export interface Reading {
  /** Where to look for what the resources of an appearance lack: the first that has it. */
  shared?: readonly (PdfDict | undefined)[]
  /** Cells of a comb have strokes between them. */
  cells?: number
  /** Degrees against the clock by which the appearance may be turned, and stands upright then. */
  turns?: readonly number[]
  /** Width and height of the widget on its page, which the appearance is fitted into (ISO 32000-2 12.5.5). */
  room?: readonly [width: number, height: number]
}

/** Strokes of a border and a background; drawn letters have more. */
const usualStrokes = 24
const maximalDepth = 8
/** In points. */
const smallestSize = 1.5

/**
 * What a form XObject shows by its own resources, and by others for what these lack: ISO 32000-2 7.8.3 means those of
 * the page, some writers mean those of the form. Two results, neither plain, where these say different things. Throws
 * `PdfFault`.
 */
export function shownTexts(view: View, appearance: PdfStream, reading: Reading): Shown[] {
  const first = shownText(view, appearance, reading)
  if (!first.disputed) return [first]
  return [first, shownText(view, appearance, { ...reading, shared: reading.shared?.toReversed() ?? [] })]
}

/** What a form XObject draws, by the first resources that have what it names. Throws `PdfFault`. */
export function shownText(view: View, appearance: PdfStream, reading: Reading = {}): Shown {
  const { turns = [0], cells = 0 } = reading
  const tries = turns.map((degrees) => {
    const reader = new AppearanceReader(view, reading.shared ?? [])
    const edges = reader.readAll(appearance, degrees)
    const shown = resultOf(reader, { edges, cells })
    return { ...shown, odd: shown.odd || !fits(reader.words.pieces, edges, { room: reading.room, degrees }) }
  })
  return tries.find(({ odd }) => !odd) ?? tries[0] ?? nothingRead
}

/** Letters keep about their shape in the widget, and a size to read them in. */
function fits(
  pieces: readonly Piece[],
  { left, bottom, right, top }: Edges,
  { room, degrees }: { room: Reading['room']; degrees: number },
): boolean {
  if (!room || pieces.length === 0) return true
  const [width, height] = degrees % 180 === 0 ? room : room.toReversed()
  const [across, up] = [(width ?? 0) / (right - left), (height ?? 0) / (top - bottom)]
  const smallest = Math.min(...pieces.map(({ size }) => size)) * up
  return across > up / 3 && across < up * 3 && smallest >= smallestSize
}

function resultOf(reader: AppearanceReader, frame: Frame): Shown {
  const { marks, fonts, pictures, disputed, words } = reader
  const { text, pieces, signs } = words
  const lines = linesOf(pieces)
  const strokes = marks.reduce((sum, { points }) => sum + points.length - 1, 0)
  const isPlain =
    lines !== undefined &&
    lines.every((line) => isShownWhole(line, marks)) &&
    marks.every((mark) => isFurniture(mark, lines, frame))
  const isOwnGround = (mark: Mark, line: Line) => isBehind(mark, line) && !lines?.every((one) => isBehind(mark, one))
  const chosen = lines?.filter((line) => marks.some((mark) => isOwnGround(mark, line))) ?? []
  return {
    text: text.join(''),
    lines: lines?.map(textOf) ?? [text.join('')],
    more: reader.more || words.more || pictures || strokes > usualStrokes + frame.cells * 2,
    odd: reader.odd || words.odd || !isPlain,
    chosen: chosen.map(textOf).join(''),
    signs,
    strokes,
    pictures,
    fonts,
    disputed,
  }
}

const textOf = ({ pieces }: Line) => pieces.map(({ text }) => text).join('')

class AppearanceReader {
  readonly words = new TextReader()
  readonly marks: Mark[] = []
  readonly fonts = new Set<PdfDict>()
  more = false
  odd = false
  pictures = false
  disputed = false
  readonly #view: View
  readonly #shared: readonly (PdfDict | undefined)[]
  #state: GraphicsState = beginning(identity, { left: 0, bottom: 0, right: 0, top: 0 })
  #saved: GraphicsState[] = []
  #path = new PathReader()

  constructor(view: View, shared: readonly (PdfDict | undefined)[]) {
    this.#view = view
    this.#shared = shared
  }

  /** Reads an appearance, turned back by some degrees; its edges then. */
  readAll(form: PdfStream, degrees: number): Edges {
    const everywhere = { left: -Infinity, bottom: -Infinity, right: Infinity, top: Infinity }
    this.#state = beginning(turnedBack(degrees), everywhere)
    return this.#read(form, undefined, 0)
  }

  #read(form: PdfStream, outer: PdfDict | undefined, depth: number): Edges {
    const { budget } = this.#view.file
    const resources = dictOf(this.#view.get(form.dict, 'Resources')) ?? outer
    const [state, saved] = [this.#state, this.#saved]
    const toPage = times(
      matrixOf(arrayNumbers(this.#view, this.#view.get(form.dict, 'Matrix'))) ?? identity,
      state.toPage,
    )
    const [x = 0, y = 0, right = 0, top = 0] = arrayNumbers(this.#view, this.#view.get(form.dict, 'BBox'))
    const edges = edgesOf(cornersOf(x, y, right, top).map((corner) => apply(toPage, corner)))
    if (form.dict.entries.has('OC') || depth > maximalDepth) this.more = true
    if (depth > maximalDepth) return edges
    this.#state = { ...state, toPage, clip: common(state.clip, edges) }
    this.#saved = []
    for (const operator of contentOperators(decodeStream(form, budget), budget)) this.#apply(operator, resources, depth)
    this.#state = state
    this.#saved = saved
    return edges
  }

  #apply(operator: Operator, resources: PdfDict | undefined, depth: number): void {
    const { name, operands } = operator
    if (this.words.apply(name, operands, this.#state) || applyToState(this.#state, name, operands)) return
    if (this.#path.apply(name, numbersOf(operands), this.#state.toPage)) return
    if (this.#path.paints(name)) this.#paint(name)
    else if (name === 'q') this.#saved.push({ ...this.#state })
    else if (name === 'Q') this.#state = this.#saved.pop() ?? this.#state
    else if (name === 'sh' || name === 'BI') this.pictures = true
    else if (isLayer(name, operands)) this.more = true
    else this.#applyResource(operator, resources, depth)
  }

  #applyResource({ name, operands }: Operator, resources: PdfDict | undefined, depth: number): void {
    const find = (kind: string) => this.#find(resources, kind, operands[0])
    if (name === 'Do') this.#draw(find('XObject'), resources, depth)
    else if (name === 'Tf') this.#setFont(find('Font'), numbersOf(operands)[1])
    else if (name === 'gs') this.#useState(dictOf(find('ExtGState')))
    else if (name === 'cs') setSpace(this.#state, 'fill', this.#isPlainSpace(operands[0], find('ColorSpace')))
    else if (name === 'CS') setSpace(this.#state, 'stroke', this.#isPlainSpace(operands[0], find('ColorSpace')))
  }

  /** The tints of a special colour may mean anything. */
  #isPlainSpace(name: PdfValue | undefined, space: PdfValue): boolean {
    const family = nameOf(this.#view.resolve(itemsOf(space)[0])) ?? nameOf(space) ?? nameOf(name) ?? ''
    return /^(?:Device(?:Gray|RGB|CMYK)|CalGray|CalRGB|ICCBased)$/.test(family)
  }

  #paint(name: string): void {
    const { marks, clip } = this.#path.paint(name, this.#state, this.words.pieces.length)
    this.marks.push(...marks)
    if (clip === 'shape') this.odd = true
    else if (clip) this.#state.clip = common(this.#state.clip, clip)
  }

  #find(resources: PdfDict | undefined, kind: string, name: PdfValue | undefined): PdfValue {
    const key = nameOf(name) ?? ''
    const own = dictOf(this.#view.get(resources, kind))
    if (own?.entries.has(key)) return this.#view.get(own, key)
    const meanings = this.#shared
      .map((one) => this.#view.get(dictOf(this.#view.get(one, kind)), key))
      .filter((meaning) => meaning.kind !== 'null')
    const [first = nothing] = meanings
    if (meanings.some((meaning) => meaning !== first && !equalValues(meaning, first))) {
      this.disputed = true
      this.odd = true
    }
    return first
  }

  #setFont(font: PdfValue, size = Number.NaN): void {
    const dict = dictOf(font)
    if (dict) this.fonts.add(dict)
    this.#state.glyphs = dict && fontGlyphsOf(this.#view, dict)
    this.#state.size = size
  }

  /** A font may be set here too; what makes ink fainter or mixes it hides letters. */
  #useState(state: PdfDict | undefined): void {
    const [font, size] = itemsOf(this.#view.get(state, 'Font'))
    if (font) this.#setFont(this.#view.resolve(font), numbersOf(size ? [size] : [])[0])
    for (const key of ['ca', 'CA']) {
      const opacity = this.#view.get(state, key)
      if (opacity.kind === 'number' && opacity.value < 1) this.odd = true
    }
    const mask = this.#view.get(state, 'SMask')
    const blend = nameOf(this.#view.get(state, 'BM')) ?? 'Normal'
    if (dictOf(mask) || !['Normal', 'Compatible', 'Multiply'].includes(blend)) this.odd = true
  }

  #draw(object: PdfValue, resources: PdfDict | undefined, depth: number): void {
    const isForm = object.kind === 'stream' && nameOf(this.#view.get(object.dict, 'Subtype')) === 'Form'
    if (isForm) this.#read(object, resources, depth + 1)
    else this.pictures = true
  }
}

/** Whether it is shown depends on a layer. */
function isLayer(name: string, [tag]: PdfValue[]): boolean {
  return name === 'BDC' && nameOf(tag) === 'OC'
}
