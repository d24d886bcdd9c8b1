import { breakLines } from './break-lines.ts'
import type { InvoiceSheet } from './invoice-sheet.ts'
import type { Fact } from './report-content.ts'
import { type Colour, pageWidth, Sheets, type Style, widthOf } from './sheets.ts'

const brown: Colour = [0.545, 0.259, 0.149]
const ink: Colour = [0.09, 0.098, 0.118]
const red: Colour = [0.765, 0.192, 0.122]
const pale: Colour = [0.957, 0.827, 0.804]

const left = 34
const width = pageWidth - 2 * left
const label: Style = { face: 'sans', size: 9, colour: brown }
const value: Style = { face: 'sans', size: 9, colour: ink }
const line = 16
/** Where the frame begins. */
const top = 122

/** Typesets an invoice that only shows what one looks like: its mark stands above it and behind what it says. */
export function typesetInvoice(sheet: InvoiceSheet): Buffer {
  const sheets = new Sheets()
  sheets.add()
  const bottom = top + partyHeight(sheet) + tableHeight(sheet) + 34 + notesHeight(sheet)
  drawMarks(sheets, sheet.mark, bottom)
  drawHead(sheets, sheet)
  let y = drawParties(sheets, sheet)
  y = drawTable(sheets, sheet, y)
  y = drawTotal(sheets, sheet.total, y)
  y = drawNotes(sheets, sheet.notes, y)
  sheets.box([left, top, width, y - top], brown, 0.9)
  return sheets.finish({})
}

const partyHeight = ({ buyer, seller }: InvoiceSheet) => Math.max(buyer.rows.length, seller.rows.length) * line + 14
const tableHeight = ({ rows }: InvoiceSheet) => (Math.max(rows.length, 4) + 2) * line + 12
const notesHeight = ({ notes }: InvoiceSheet) => notes.length * line + 14

/** Three times over the height, so that no half of the page can be shown without it. */
function drawMarks(sheets: Sheets, mark: string, bottom: number): void {
  const style: Style = { face: 'bold', size: 28, colour: pale }
  const x = (pageWidth - widthOf(style, mark)) / 2
  for (const part of [0.25, 0.56, 0.88]) sheets.text(x, top + (bottom - top) * part, mark, style)
}

function drawHead(sheets: Sheets, { title, mark, facts }: InvoiceSheet): void {
  const banner: Style = { face: 'bold', size: 10.5, colour: red }
  sheets.text((pageWidth - widthOf(banner, mark)) / 2, 44, mark, banner)
  const heading: Style = { face: 'serif', size: 20, colour: brown }
  const wide = widthOf(heading, title)
  const x = (pageWidth - wide) / 2
  sheets.text(x, 84, title, heading)
  sheets.line(x - 12, 91, wide + 24, brown, 0.7)
  sheets.line(x - 12, 93.5, wide + 24, brown, 0.7)
  for (const [index, fact] of facts.entries()) {
    const room = widthOf(label, `${fact[0]}：`) + widthOf(value, fact[1])
    drawFact(sheets, fact, [index === 0 ? left : left + width - room, 112], width)
  }
}

function drawParties(sheets: Sheets, sheet: InvoiceSheet): number {
  const height = partyHeight(sheet)
  for (const [index, party] of [sheet.buyer, sheet.seller].entries()) {
    const x = left + (index * width) / 2
    sheets.box([x, top, 22, height], brown, 0.5)
    const characters = [...party.label]
    const step = Math.min(13, (height - 8) / characters.length)
    const first = top + (height - characters.length * step) / 2 + 9
    for (const [at, character] of characters.entries()) sheets.text(x + 6.5, first + at * step, character, label)
    for (const [at, row] of party.rows.entries()) drawFact(sheets, row, [x + 30, top + 18 + at * line], width / 2 - 38)
  }
  sheets.line(left, top + height, width, brown)
  return top + height
}

/** What is too long for its line ends with an ellipsis. */
function drawFact(sheets: Sheets, [name, text]: Fact, [x, y]: readonly [number, number], room: number): void {
  const before = `${name}：`
  sheets.text(x, y, before, label)
  const from = widthOf(label, before)
  sheets.text(x + from, y, fitted(text, room - from), value)
}

function fitted(text: string, room: number): string {
  if (widthOf(value, text) <= room) return text
  const [first = ''] = breakLines(text, room - widthOf(value, '…'), (part) => widthOf(value, part))
  return `${first}…`
}

function drawTable(sheets: Sheets, sheet: InvoiceSheet, from: number): number {
  const { columns, rows, sums } = sheet
  const whole = columns.reduce((sum, column) => sum + column.width, 0)
  const draw = (cells: readonly string[], y: number, style: Style) => {
    let x = left
    for (const [index, column] of columns.entries()) {
      const room = (width * column.width) / whole
      const text = fitted(cells[index] ?? '', room - 12)
      sheets.text(column.right ? x + room - 6 - widthOf(style, text) : x + 6, y, text, style)
      x += room
    }
  }
  const titles = columns.map(({ title }) => title)
  draw(titles, from + 15, label)
  for (const [index, row] of rows.entries()) draw(row, from + 15 + (index + 1) * line, value)
  const bottom = from + tableHeight(sheet)
  draw(sums, bottom - 8, value)
  sheets.line(left, bottom, width, brown)
  return bottom
}

function drawTotal(sheets: Sheets, total: readonly Fact[], from: number): number {
  for (const [index, fact] of total.entries())
    drawFact(sheets, fact, [left + 10 + (index * width * 0.62) / Math.max(1, total.length - 1), from + 21], width * 0.6)
  sheets.line(left, from + 34, width, brown)
  return from + 34
}

function drawNotes(sheets: Sheets, notes: readonly Fact[], from: number): number {
  for (const [index, note] of notes.entries()) drawFact(sheets, note, [left + 10, from + 18 + index * line], width - 20)
  return from + notes.length * line + 14
}
