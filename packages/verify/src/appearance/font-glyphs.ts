import type { View } from '@moqi/pdf/read/pdf-file'
import { dictOf, integerOf, itemsOf, type PdfDict, type PdfValue } from '@moqi/pdf/read/values'
import { fontTextOf } from './font-text.ts'
import { standardWidth } from './standard-widths.ts'

/** One character code as it is shown. */
export interface Glyph {
  text: string
  /** How far it moves on, in units of the font size. */
  width: number
  /** Word spacing applies to it: the single byte 32 (ISO 32000-2 9.3.3). */
  isSpace: boolean
}

/** The glyphs that the bytes of a string show in a font; undefined when that cannot be told. Throws `PdfFault`. */
export type FontGlyphs = (bytes: Buffer) => Glyph[] | undefined

const known = new WeakMap<PdfDict, FontGlyphs>()

/** How a font of a revision reads and how wide its glyphs are, worked out once; throws `PdfFault`. */
export function fontGlyphsOf(view: View, font: PdfDict): FontGlyphs {
  const cached = known.get(font)
  if (cached) return cached
  const glyphs = view.name(font, 'Subtype') === 'Type0' ? compositeGlyphs(view, font) : simpleGlyphs(view, font)
  known.set(font, glyphs)
  return glyphs
}

function simpleGlyphs(view: View, font: PdfDict): FontGlyphs {
  const reads = fontTextOf(view, font)
  const name = view.name(font, 'BaseFont') ?? ''
  const first = integerOf(view.get(font, 'FirstChar')) ?? 0
  const widths = itemsOf(view.get(font, 'Widths')).map((item) => numberOf(view.resolve(item)))
  const missing = numberOf(view.get(view.dict(font, 'FontDescriptor'), 'MissingWidth'))
  const widthOf = (code: number, text: string) =>
    widths.length > 0 ? (widths[code - first] ?? missing ?? 0) / 1000 : standardWidth(name, text)
  return (bytes) =>
    all([...bytes], (code) => {
      const text = reads(Buffer.from([code]))
      return text === undefined ? undefined : { text, width: widthOf(code, text), isSpace: code === 0x20 }
    })
}

function compositeGlyphs(view: View, font: PdfDict): FontGlyphs {
  const reads = fontTextOf(view, font)
  const encoding = view.name(font, 'Encoding') ?? ''
  // Text that runs from top to bottom is not told from its places here.
  if (encoding.endsWith('V')) return () => undefined
  const descendant = dictOf(view.resolve(itemsOf(view.get(font, 'DescendantFonts'))[0]))
  const widths = compositeWidths(view, view.get(descendant, 'W'))
  const usual = numberOf(view.get(descendant, 'DW')) ?? 1000
  if (encoding !== 'Identity-H') {
    const isUsual = usual >= leastEstimated && [...widths.values()].every((width) => width >= leastEstimated)
    return (bytes) => (isUsual ? estimated(reads(bytes)) : undefined)
  }
  return (bytes) =>
    all(pairsOf(bytes), (pair) => {
      const text = reads(pair)
      const width = (widths.get(pair.length === 2 ? pair.readUInt16BE() : -1) ?? usual) / 1000
      return text === undefined ? undefined : { text, width, isSpace: false }
    })
}

/** A font of the viewer with a known CMap: its widths are those of its kind. */
function estimated(text: string | undefined): Glyph[] | undefined {
  return text === undefined
    ? undefined
    : [...text].map((character) => ({ text: character, width: character < '\u0100' ? 0.5 : 1, isSpace: false }))
}

/** Codes of a known CMap are not told from each other here: none may be so narrow that others hide it. */
const leastEstimated = 200
const maximalWidths = 100_000

/** ISO 32000-2 9.7.4.3: a code and an array of widths, or two codes and one width. */
function compositeWidths(view: View, array: PdfValue): Map<number, number> {
  const widths = new Map<number, number>()
  const items = itemsOf(array).map((item) => view.resolve(item))
  for (let at = 0; at < items.length && widths.size < maximalWidths;) {
    view.file.budget.step()
    const [first, next] = [integerOf(items[at]) ?? 0, items[at + 1]]
    if (next?.kind === 'array') {
      for (const [index, item] of next.items.entries()) widths.set(first + index, numberOf(view.resolve(item)) ?? 0)
      at += 2
      continue
    }
    const last = Math.min(integerOf(next) ?? first, first + 0xffff)
    for (let code = first; code <= last; code += 1) widths.set(code, numberOf(items[at + 2]) ?? 0)
    at += 3
  }
  return widths
}

const numberOf = (value: PdfValue | undefined) => (value?.kind === 'number' ? value.value : undefined)

function pairsOf(bytes: Buffer): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / 2) }, (_, at) => bytes.subarray(at * 2, at * 2 + 2))
}

function all<T>(items: T[], read: (item: T) => Glyph | undefined): Glyph[] | undefined {
  const glyphs = items.map(read)
  return glyphs.every((glyph) => glyph !== undefined) ? glyphs : undefined
}
