import { encode } from 'uqr'
import { breakLines } from './break-lines.ts'
import type { Block, Fact, ReportContent } from './report-content.ts'
import { type Colour, pageHeight, pageWidth, type Sheets, showable, type Style, widthOf } from './sheets.ts'

const ink: Colour = [0.09, 0.098, 0.118]
const faint: Colour = [0.42, 0.44, 0.49]
const blue: Colour = [0.118, 0.227, 0.459]
const rule: Colour = [0.89, 0.9, 0.92]
const strong: Colour = [0.72, 0.74, 0.77]

const value: Style = { face: 'sans', size: 9.5, colour: ink }
const label: Style = { face: 'sans', size: 9.5, colour: faint }
const heading: Style = { face: 'bold', size: 11, colour: ink }
const title: Style = { face: 'serif', size: 18, colour: ink }
const note: Style = { face: 'sans', size: 8.5, colour: faint }
const cell: Style = { face: 'sans', size: 8.5, colour: ink }
const columnTitle: Style = { ...cell, colour: faint }
const digits: Style = { face: 'sans', size: 9, colour: ink }

const left = (24 * 72) / 25.4
const width = pageWidth - 2 * left
const top = 96
const bottom = pageHeight - 62
const labelWidth = 78
const lineHeight = 15
const cellHeight = 12.5
const groups = /.{1,16}/g

type Table = Extract<Block, { kind: 'table' }>

const wrap = (style: Style, text: string, room: number): string[] =>
  text.split('\n').flatMap((line) => breakLines(showable(style.face, line), room, (part) => widthOf(style, part)))

/** Blocks one below the other; what does not fit goes on on the next page. */
export class Flow {
  #sheets: Sheets
  #begin: () => void
  #y = 0

  /** `begin` draws what every page begins with. */
  constructor(sheets: Sheets, begin: () => void) {
    this.#sheets = sheets
    this.#begin = begin
  }

  section({ title: text, blocks }: ReportContent['sections'][number]): void {
    this.#page()
    for (const line of wrap(title, text, width)) {
      this.#sheets.text(left, this.#y, line, title)
      this.#y += 26
    }
    for (const block of blocks) this.#block(block)
  }

  #block(block: Block): void {
    if (block.kind === 'heading') this.#heading(block.text)
    else if (block.kind === 'facts') this.#facts(block.rows)
    else if (block.kind === 'hashes') this.#hashes(block.rows)
    else if (block.kind === 'note') this.#paragraph(block.text, note, 13)
    else if (block.kind === 'steps') this.#steps(block.rows)
    else if (block.kind === 'table') this.#table(block)
    else this.#code(block.url, block.text)
  }

  #page(): void {
    this.#sheets.add()
    this.#begin()
    this.#y = top
  }

  /** Begins a page unless so much is left of this one. */
  #need(height: number): void {
    if (this.#y + height > bottom) this.#page()
  }

  #heading(text: string): void {
    this.#need(70)
    this.#y += 20
    for (const line of wrap(heading, text, width)) {
      this.#sheets.text(left, this.#y, line, heading)
      this.#y += 16
    }
    this.#y -= 6
  }

  #facts(rows: Fact[]): void {
    this.#need(30)
    this.#sheets.line(left, this.#y, width, strong, 0.7)
    for (const [name, text] of rows) this.#fact(name, wrap(value, text, width - labelWidth))
    this.#y += 4
  }

  #fact(name: string, lines: string[]): void {
    const shown = lines.slice(0, Math.floor((bottom - top) / lineHeight) - 1)
    this.#need(9 + shown.length * lineHeight)
    this.#sheets.text(left, this.#y + 15.5, name, label)
    for (const line of shown) {
      this.#sheets.text(left + labelWidth, this.#y + 15.5, line, value)
      this.#y += lineHeight
    }
    this.#y += 9
    this.#sheets.line(left, this.#y, width, rule)
    const rest = lines.slice(shown.length)
    if (rest.length > 0) this.#fact('', rest)
  }

  #hashes(rows: Fact[]): void {
    for (const [name, hex] of rows) {
      this.#need(34)
      this.#y += 14
      this.#sheets.text(left, this.#y, name, note)
      this.#y += 13
      for (const [index, group] of (hex.match(groups) ?? []).entries()) {
        this.#sheets.text(left + (index * width) / 4, this.#y, group, digits)
      }
      this.#y += 3
    }
  }

  #paragraph(text: string, style: Style, height: number): void {
    this.#y += 8
    for (const line of wrap(style, text, width)) {
      this.#need(height)
      this.#y += height
      this.#sheets.text(left, this.#y, line, style)
    }
  }

  #steps(rows: Fact[]): void {
    for (const [index, [begin, rest]] of rows.entries()) {
      const lines = wrap(value, rest, width - 22)
      this.#need(22 + lines.length * lineHeight)
      this.#y += 20
      this.#sheets.text(left, this.#y, String(index + 1), { face: 'serif', size: 13, colour: blue })
      this.#sheets.text(left + 22, this.#y, begin, { ...value, face: 'bold' })
      for (const line of lines) {
        this.#y += lineHeight
        this.#sheets.text(left + 22, this.#y, line, value)
      }
    }
    this.#y += 8
  }

  #table({ columns, rows }: Table): void {
    const whole = columns.reduce((sum, column) => sum + column.width, 0)
    const widths = columns.map((column) => (column.width / whole) * width)
    const titles = () =>
      this.#row(
        columns.map((column) => [column.title]),
        widths,
        columnTitle,
        strong,
      )
    this.#need(60)
    titles()
    for (const row of rows) {
      let lines = row.map((text, index) => wrap(cell, text, (widths[index] ?? 0) - 8))
      while (lines.some((one) => one.length > 0)) {
        const height = Math.max(...lines.map((one) => one.length)) * cellHeight + 12
        const isLong = height > bottom - top - 40
        if (this.#y + (isLong ? 60 : height) > bottom) {
          this.#page()
          titles()
        }
        const fit = Math.max(1, Math.floor((bottom - this.#y - 12) / cellHeight))
        this.#row(
          lines.map((one) => one.slice(0, fit)),
          widths,
          cell,
          rule,
        )
        lines = lines.map((one) => one.slice(fit))
      }
    }
  }

  #row(cells: string[][], widths: number[], style: Style, colour: Colour): void {
    let x = left
    for (const [index, lines] of cells.entries()) {
      for (const [place, line] of lines.entries()) this.#sheets.text(x, this.#y + 15 + place * cellHeight, line, style)
      x += widths[index] ?? 0
    }
    this.#y += Math.max(1, ...cells.map((lines) => lines.length)) * cellHeight + 10
    this.#sheets.line(left, this.#y, width, colour)
  }

  /** A QR code with its text beside it. */
  #code(url: string, text: string): void {
    const { data, size } = encode(url, { border: 0 })
    const side = 92
    const module = side / size
    this.#need(side + 24)
    this.#y += 16
    for (const [row, cells] of data.entries()) {
      for (const [column, dark] of cells.entries()) {
        // A hair wider than its place: no seams between neighbours.
        const box = [left + column * module, this.#y + row * module, module + 0.05, module + 0.05] as const
        if (dark) this.#sheets.box(box, ink)
      }
    }
    const lines = wrap(value, text, width - side - 20)
    for (const [index, line] of lines.entries()) {
      this.#sheets.text(left + side + 20, this.#y + 14 + index * lineHeight, line, value)
    }
    this.#y += Math.max(side, lines.length * lineHeight) + 8
  }
}
