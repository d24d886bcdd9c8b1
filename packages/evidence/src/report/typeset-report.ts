import { Flow } from './flow.ts'
import type { ReportContent } from './report-content.ts'
import { type Colour, pageHeight, pageWidth, Sheets, type Style, widthOf } from './sheets.ts'
import { breakLines } from './break-lines.ts'

const ink: Colour = [0.09, 0.098, 0.118]
const faint: Colour = [0.42, 0.44, 0.49]
const seal: Colour = [0.765, 0.192, 0.122]
const green: Colour = [0.086, 0.396, 0.267]
const pale: Colour = [0.925, 0.78, 0.755]

const running: Style = { face: 'sans', size: 8, colour: faint }
const millimetre = 72 / 25.4
const coverLeft = 34 * millimetre

/** Typesets a report on A4: the cover, then each section from the top of a page. Never throws for odd characters. */
export function typesetReport(content: ReportContent): Buffer {
  const sheets = new Sheets()
  drawCover(sheets, content)
  const flow = new Flow(sheets, () => drawHead(sheets, content))
  for (const section of content.sections) flow.section(section)
  for (let page = 1; page < sheets.count; page++) {
    const text = `第 ${page + 1} 页　共 ${sheets.count} 页`
    sheets.text((pageWidth - widthOf(running, text)) / 2, pageHeight - 34, text, running, page)
  }
  return sheets.finish(content.catalog)
}

function drawHead(sheets: Sheets, { brand, title, number, notice }: ReportContent): void {
  const left = 24 * millimetre
  const y = 14 * millimetre
  sheets.box([left, y - 8, 9, 9], seal)
  const name = `${brand}　${title}${notice === null ? '' : `　${notice}`}`
  sheets.text(left + 14, y, name, running)
  sheets.text(pageWidth - left - widthOf(running, number), y, number, running)
}

function drawCover(sheets: Sheets, { brand, title, subject, notice, cover, conclusion }: ReportContent): void {
  sheets.add()
  const frame = (inset: number, colour: Colour, thickness: number) =>
    sheets.box([inset, inset, pageWidth - 2 * inset, pageHeight - 2 * inset], colour, thickness)
  frame(28.3, [0.88, 0.6, 0.56], 1.6)
  frame(34.6, pale, 0.7)
  sheets.box([coverLeft, 96, 26, 26], seal)
  sheets.text(coverLeft + 36, 118, brand, { face: 'serif', size: 24, colour: ink })
  sheets.text(coverLeft, 322, title.split('').join(' '), { face: 'serif', size: 36, colour: ink })
  const width = pageWidth - 2 * coverLeft
  let y = drawSubject(sheets, `《${subject}》`, 352, width)
  y = drawCoverFacts(sheets, cover, y + 36, width)
  const bottom = pageHeight - coverLeft
  const style: Style = { face: 'serif', size: 11.5, colour: conclusion.good ? green : seal }
  const lines = breakLines(conclusion.text, width, (text) => widthOf(style, text))
  for (const [index, line] of lines.entries()) {
    sheets.text(coverLeft, bottom - (lines.length - 1 - index) * 18, line, style)
  }
  if (notice !== null) {
    sheets.text(coverLeft, bottom - lines.length * 18 - 8, notice, { face: 'bold', size: 10.5, colour: seal })
  }
}

const mostSubject = 4

function drawSubject(sheets: Sheets, subject: string, top: number, width: number): number {
  const style: Style = { face: 'sans', size: 13, colour: [0.24, 0.25, 0.29] }
  const lines = breakLines(subject, width, (text) => widthOf(style, text))
  const shown =
    lines.length > mostSubject
      ? [...lines.slice(0, mostSubject - 1), `${lines[mostSubject - 1]?.slice(0, -1)}…`]
      : lines
  for (const [index, line] of shown.entries()) sheets.text(coverLeft - 6, top + index * 21, line, style)
  return top + shown.length * 21
}

function drawCoverFacts(sheets: Sheets, rows: ReportContent['cover'], top: number, width: number): number {
  const label: Style = { face: 'sans', size: 10, colour: faint }
  const value: Style = { face: 'sans', size: 10, colour: ink }
  const line: Colour = [0.87, 0.88, 0.9]
  sheets.line(coverLeft, top, width, [0.7, 0.72, 0.75], 0.7)
  let y = top
  for (const [name, text] of rows) {
    const lines = breakLines(text, width - 66, (part) => widthOf(value, part)).slice(0, 2)
    sheets.text(coverLeft, y + 16, name, label)
    for (const [index, part] of lines.entries()) sheets.text(coverLeft + 66, y + 16 + index * 15, part, value)
    y += 9 + lines.length * 15
    sheets.line(coverLeft, y, width, line)
  }
  return y
}
