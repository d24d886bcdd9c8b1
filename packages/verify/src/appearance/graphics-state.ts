import type { PdfValue } from '@moqi/pdf/read/values'
import type { FontGlyphs } from './font-glyphs.ts'
import { type Edges, identity, type Matrix, matrixOf, numbersOf, times } from './matrix.ts'

/** How light a colour is, from 0 for black to 1 for paper; undefined when that cannot be told. */
export type Ink = number | undefined

/** What later operators draw with (ISO 32000-2 8.4, 9.3), as far as it says what can be read. */
export interface GraphicsState {
  toPage: Matrix
  clip: Edges
  fill: Ink
  stroke: Ink
  /** Whether colours are light or dark by their numbers. */
  plainFill: boolean
  plainStroke: boolean
  lineWidth: number
  glyphs: FontGlyphs | undefined
  size: number
  charSpace: number
  wordSpace: number
  /** Horizontal scaling, 1 for none. */
  stretch: number
  leading: number
  rise: number
  /** Text rendering mode (ISO 32000-2 Table 104). */
  mode: number
}

/** The state an appearance begins with. */
export const beginning = (toPage: Matrix, clip: Edges): GraphicsState => ({
  toPage,
  clip,
  fill: 0,
  stroke: 0,
  plainFill: true,
  plainStroke: true,
  lineWidth: 1,
  glyphs: undefined,
  size: 0,
  charSpace: 0,
  wordSpace: 0,
  stretch: 1,
  leading: 0,
  rise: 0,
  mode: 0,
})

/** Operators that set one number. */
const numberSetters: Record<string, (state: GraphicsState, value: number) => void> = {
  w: (state, value) => (state.lineWidth = value),
  Tc: (state, value) => (state.charSpace = value),
  Tw: (state, value) => (state.wordSpace = value),
  Tz: (state, value) => (state.stretch = value / 100),
  TL: (state, value) => (state.leading = value),
  Ts: (state, value) => (state.rise = value),
  Tr: (state, value) => (state.mode = value),
}

const fillSetters = new Set(['g', 'rg', 'k', 'sc', 'scn'])
const strokeSetters = new Set(['G', 'RG', 'K', 'SC', 'SCN'])

/** Applies an operator that only changes the state; says whether it was one. */
export function applyToState(state: GraphicsState, name: string, operands: PdfValue[]): boolean {
  const set = Object.hasOwn(numberSetters, name) ? numberSetters[name] : undefined
  const numbers = numbersOf(operands)
  const isInSpace = /^sc/i.test(name)
  if (set) set(state, numbers[0] ?? Number.NaN)
  else if (fillSetters.has(name)) {
    if (!isInSpace) state.plainFill = true
    state.fill = state.plainFill ? inkOf(numbers) : undefined
  } else if (strokeSetters.has(name)) {
    if (!isInSpace) state.plainStroke = true
    state.stroke = state.plainStroke ? inkOf(numbers) : undefined
  } else if (name === 'cm') state.toPage = times(matrixOf(numbers) ?? identity, state.toPage)
  else return false
  return true
}

/** Chooses a colour space, which begins with black where it is a plain one (ISO 32000-2 8.6.8). */
export function setSpace(state: GraphicsState, what: 'fill' | 'stroke', isPlain: boolean): void {
  state[what] = isPlain ? 0 : undefined
  state[what === 'fill' ? 'plainFill' : 'plainStroke'] = isPlain
}

/** Grey, red with green and blue, or cyan with magenta, yellow and black. */
function inkOf(numbers: number[]): Ink {
  const [a = 0, b = 0, c = 0, d = 0] = numbers
  if (numbers.some((number) => Number.isNaN(number))) return undefined
  if (numbers.length === 1) return a
  if (numbers.length === 3) return 0.3 * a + 0.59 * b + 0.11 * c
  return numbers.length === 4 ? Math.max(0, 1 - d - 0.3 * a - 0.59 * b - 0.11 * c) : undefined
}
