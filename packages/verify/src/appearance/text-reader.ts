import { itemsOf, type PdfValue } from '@moqi/pdf/read/values'
import type { Glyph } from './font-glyphs.ts'
import type { GraphicsState } from './graphics-state.ts'
import { apply, identity, type Matrix, matrixOf, numbersOf, times } from './matrix.ts'
import type { Piece } from './text-layout.ts'

/** The least a glyph moves on, in parts of the font size, before its neighbours hide it. */
const leastAdvance = 0.1
const leastFigureAdvance = 0.3

interface Place {
  start: number
  end: number
  baseline: number
}

/** Follows the operators that place and show text (ISO 32000-2 9.4), and keeps what they show and where. */
export class TextReader {
  readonly text: string[] = []
  readonly pieces: Piece[] = []
  /** How many characters were drawn, in whatever font. */
  signs = 0
  /** Some text cannot be told. */
  more = false
  /** Some letters are hidden by others, turned, or squeezed beyond reading. */
  odd = false
  #isOpen = false
  #line: Matrix = identity
  #place: Matrix = identity

  /** Applies an operator that places or shows text; says whether it was one. */
  apply(name: string, operands: PdfValue[], state: GraphicsState): boolean {
    const [x = 0, y = 0] = numbersOf(operands)
    if (name === 'BT' || name === 'ET') {
      this.#isOpen = name === 'BT'
      this.#setLine(identity)
    } else if (name === 'Tm') this.#setLine(matrixOf(numbersOf(operands)) ?? identity)
    else if (name === 'Td') this.#nextLine(x, y)
    else if (name === 'TD') {
      state.leading = -y
      this.#nextLine(x, y)
    } else if (name === 'T*') this.#nextLine(0, -state.leading)
    else return this.#applyShowing(name, operands, state)
    return true
  }

  #applyShowing(name: string, operands: PdfValue[], state: GraphicsState): boolean {
    if (name === '"') {
      const [wordSpace = 0, charSpace = 0] = numbersOf(operands)
      Object.assign(state, { wordSpace, charSpace })
    }
    if (name === '"' || name === "'") this.#nextLine(0, -state.leading)
    const show = Object.hasOwn(showing, name) ? showing[name] : undefined
    if (show) this.#show(show(operands), state)
    return show !== undefined
  }

  #setLine(place: Matrix): void {
    this.#line = place
    this.#place = place
  }

  #nextLine(x: number, y: number): void {
    this.#setLine(times([1, 0, 0, 1, x, y], this.#line))
  }

  #move(by: number): void {
    this.#place = times([1, 0, 0, 1, by, 0], this.#place)
  }

  #show(strings: PdfValue[], state: GraphicsState): void {
    const { size, stretch, mode } = state
    const isInvisible = mode === 3 || mode === 7
    // Readers differ in whether they show text outside a text object.
    if (mode >= 4 || !this.#isOpen) this.odd = true
    for (const value of strings) {
      if (value.kind === 'number') this.#move((-value.value / 1000) * size * stretch)
      if (value.kind !== 'string') continue
      const glyphs = state.glyphs?.(value.bytes)
      const places = glyphs ? this.#moveOver(glyphs, state) : []
      if (isInvisible) continue
      this.signs += glyphs ? places.length : value.bytes.length
      if (glyphs) this.#add(glyphs, places, state)
      else this.more = true
    }
  }

  /** Moves on behind some glyphs; where those of them stand that leave ink. */
  #moveOver(glyphs: Glyph[], { size, charSpace, wordSpace, stretch, rise, toPage }: GraphicsState): Place[] {
    const places: Place[] = []
    for (const { text, width, isSpace } of glyphs) {
      const advance = (width * size + charSpace + (isSpace ? wordSpace : 0)) * stretch
      const glyphToPage = times(this.#place, toPage)
      if (text.trim() !== '') {
        const [start, baseline] = apply(glyphToPage, [0, rise])
        const [end] = apply(glyphToPage, [width * size * stretch, rise])
        places.push({ start, end, baseline })
        const least = /[\d\p{Script=Han}]/u.test(text) ? leastFigureAdvance : leastAdvance
        if (!/^[\p{M}\p{Cf}]+$/u.test(text) && !(advance >= least * size * stretch)) this.odd = true
      }
      this.#move(advance)
    }
    return places
  }

  #add(glyphs: Glyph[], places: Place[], state: GraphicsState): void {
    const text = glyphs.map((glyph) => glyph.text).join('')
    this.text.push(text)
    const [first, last] = [places[0], places.at(-1)]
    if (!first || !last) return
    const { size, stretch, clip, fill, stroke, mode } = state
    const [a, b, c, d] = times(this.#place, state.toPage)
    const [across, up] = [a * size * stretch, d * size]
    const isUpright = across > 0 && up > 0 && Math.abs(b) <= 0.01 * Math.abs(a) && Math.abs(c) <= 0.5 * Math.abs(d)
    if (!isUpright || across < up / 4 || across > up * 4) this.odd = true
    this.pieces.push({ ...first, end: last.end, text, size: up, clip, ink: mode === 1 ? stroke : fill })
  }
}

/** Strings and moves that the operators for showing text show. */
const showing: Partial<Record<string, (operands: PdfValue[]) => PdfValue[]>> = {
  Tj: (operands) => operands.filter(({ kind }) => kind === 'string'),
  TJ: ([array]) => itemsOf(array),
  "'": (operands) => operands.filter(({ kind }) => kind === 'string'),
  '"': (operands) => operands.slice(2),
}
