import { decodeStream } from '@moqi/pdf/read/decode-stream'
import type { View } from '@moqi/pdf/read/pdf-file'
import { type PdfValue } from '@moqi/pdf/read/values'
import { contentOperators } from './content-operators.ts'
import { shownText } from './shown-text.ts'

/** What a frame and its ground are drawn with. */
const frameOperators = new Set([
  'q',
  'Q',
  're',
  'S',
  's',
  'f',
  'F',
  'f*',
  'n',
  'W',
  'W*',
  'w',
  'd',
  'J',
  'j',
  'M',
  'i',
  'ri',
])
const colours = new Set(['g', 'G', 'rg', 'RG', 'k', 'K'])

/** Whether an appearance draws no more than a frame and its ground. */
export function isFrame(view: View, appearance: PdfValue): boolean {
  const stream = view.resolve(appearance)
  if (stream.kind !== 'stream') return stream.kind === 'null'
  const { budget } = view.file
  return [...contentOperators(decodeStream(stream, budget), budget)].every(
    ({ name }) => frameOperators.has(name) || colours.has(name),
  )
}

/** A box, and a tick, a cross or a circle in it; words have more. */
const strokesOfCheckMark = 40

const painting = new Set(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'Tj', 'TJ', "'", '"'])
/** Colours, states and ways to draw of which nobody says here what becomes of ink. */
const unknownInk = new Set(['cs', 'CS', 'sc', 'scn', 'SC', 'SCN', 'gs', 'Tr', 'sh', 'Do', 'BI'])
/** Of all the light there is, what a colour may have that is read as ink. */
const inkLight = 0.5

/** Whether the last thing an appearance draws is dark. */
export function isInked(view: View, appearance: PdfValue): boolean {
  const stream = view.resolve(appearance)
  if (stream.kind !== 'stream') return false
  const { budget } = view.file
  let light = 0
  let last = 1
  for (const { name, operands } of contentOperators(decodeStream(stream, budget), budget)) {
    if (unknownInk.has(name)) return false
    if (colours.has(name)) light = lightOf(operands)
    if (painting.has(name)) last = light
  }
  return last < inkLight
}

function lightOf(operands: PdfValue[]): number {
  const parts = operands.map((one) => (one.kind === 'number' ? one.value : 1))
  if (parts.length === 4) return 1 - Math.min(1, Math.max(...parts))
  const [red = 1, green = red, blue = red] = parts
  return 0.3 * red + 0.59 * green + 0.11 * blue
}

/** Whether an appearance writes no more than one sign or a few strokes. */
export function isCheckMark(view: View, appearance: PdfValue): boolean {
  const stream = view.resolve(appearance)
  if (stream.kind !== 'stream') return stream.kind === 'null'
  const { signs, strokes, pictures, fonts } = shownText(view, stream)
  const isPlain = [...fonts].every(
    (font) => view.name(font, 'Subtype') === 'Type1' && !font.entries.has('FontDescriptor'),
  )
  return !pictures && signs <= 1 && strokes <= strokesOfCheckMark && isPlain
}
