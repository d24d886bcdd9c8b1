import type { Sheet } from '@moqi/domain/spreadsheet/rows-under-headings'
import { type XmlEvent, xmlEvents } from './xml-events.ts'

/** Rows with something in them, columns of a row, and characters of a cell that are read at most. */
export type SheetBounds = { rows: number; columns: number; cellLength: number }

type Cell = Sheet['rows'][number]['cells'][number]
type Reading = {
  row: number
  cells: Cell[]
  column: number
  type: string
  text: string
  isFormula: boolean
  /** Inside an element whose text is the cell's. */
  reads: boolean
}

/** The cells of one sheet (ECMA-376 Part 1 §18.3.1) as text; rows beyond the bound are not read. */
export function readSheet(xml: string, strings: readonly string[], bounds: SheetBounds): Sheet['rows'] {
  const rows: { row: number; cells: Cell[] }[] = []
  const reading: Reading = { row: 0, cells: [], column: -1, type: '', text: '', isFormula: false, reads: false }
  for (const event of xmlEvents(xml)) {
    if (event.kind === 'text') addText(reading, event.text, bounds)
    else if (event.kind === 'open') opened[event.name]?.(reading, event.attribute)
    else if (event.name === 'c') endCell(reading, strings, bounds)
    else if (event.name === 'row' && reading.cells.length > 0) {
      if (rows.length >= bounds.rows) return rows
      rows.push({ row: reading.row, cells: reading.cells })
    } else reading.reads = false
  }
  return rows
}

function addText(reading: Reading, text: string, { cellLength }: SheetBounds): void {
  const room = cellLength - reading.text.length
  if (reading.reads && room > 0) reading.text += text.slice(0, room)
}

type Attribute = Extract<XmlEvent, { kind: 'open' }>['attribute']

const opened: Readonly<Record<string, (reading: Reading, attribute: Attribute) => void>> = {
  row(reading, attribute) {
    const numbered = Number(attribute('r'))
    reading.row = Number.isSafeInteger(numbered) && numbered > reading.row ? numbered : reading.row + 1
    reading.cells = []
    reading.column = -1
  },
  c(reading, attribute) {
    reading.column = columnOf(attribute('r')) ?? reading.column + 1
    reading.type = attribute('t') ?? 'n'
    reading.text = ''
    reading.isFormula = false
  },
  f(reading) {
    reading.isFormula = true
  },
  v(reading) {
    reading.reads = true
  },
  t(reading) {
    reading.reads = true
  },
}

/** The column of a reference such as `AB12`, from 0. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}(?=\d+$)/.exec(reference ?? '')?.[0]
  if (!letters) return null
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function endCell(reading: Reading, strings: readonly string[], bounds: SheetBounds): void {
  const { column, type, isFormula } = reading
  const text = cellText(type, reading.text, strings).toWellFormed()
  const isEmpty = text.trim() === '' && !isFormula
  if (!isEmpty && column < bounds.columns) reading.cells.push({ column, text, isFormula })
}

function cellText(type: string, text: string, strings: readonly string[]): string {
  if (type === 's') return strings[Number(text)] ?? ''
  return type === 'n' ? numberText(text) : text
}

/** A phone typed as a number may be stored as 1.3800000001E10. */
function numberText(text: string): string {
  const number = Number(text)
  return text !== '' && Number.isSafeInteger(number) ? String(number) : text
}
