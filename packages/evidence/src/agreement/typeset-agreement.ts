import { breakLines } from '../report/break-lines.ts'
import { type Colour, pageHeight, pageWidth, Sheets, showable, type Style, widthOf } from '../report/sheets.ts'
import type {
  AgreementContent,
  AgreementParagraph,
  AgreementSide,
  PlacedBox,
  TypesetAgreement,
} from './agreement-content.ts'

const millimetre = 72 / 25.4
const ink: Colour = [0.09, 0.098, 0.118]
const faint: Colour = [0.42, 0.44, 0.49]

const title: Style = { face: 'serif', size: 20, colour: ink }
const heading: Style = { face: 'bold', size: 11.5, colour: ink }
const body: Style = { face: 'sans', size: 11, colour: ink }
const digits: Style = { face: 'sans', size: 9.5, colour: ink }
const running: Style = { face: 'sans', size: 8, colour: faint }

const left = 26 * millimetre
const width = pageWidth - 2 * left
const top = 28 * millimetre
const bottom = pageHeight - 22 * millimetre
const lineHeight = 20
const groups = /.{1,16}/g

const columns = 2
const columnGap = 6 * millimetre
const columnWidth = (width - columnGap * (columns - 1)) / columns
const placeGap = 3 * millimetre
const dateLabel = '日期：'

const wrap = (style: Style, text: string, room: number): string[] =>
  text.split('\n').flatMap((line) => breakLines(showable(style.face, line), room, (part) => widthOf(style, part)))

/** Where the next line goes: how far down the last page. */
type Place = { sheets: Sheets; y: number }

/** Typesets an agreement on A4, room for every side to sign at its end. Never throws for odd characters. */
export function typesetAgreement({
  title: name,
  running: foot,
  paragraphs,
  sides,
}: AgreementContent): TypesetAgreement {
  const at: Place = { sheets: new Sheets(), y: 0 }
  begin(at)
  at.sheets.text((pageWidth - widthOf(title, name)) / 2, at.y + 12, name, title)
  at.y += 48
  for (const paragraph of paragraphs) write(at, paragraph)
  const placed = placeSides(at, sides)
  const { sheets } = at
  for (let page = 0; page < sheets.count; page++) {
    const text = `${foot}　第 ${page + 1} 页　共 ${sheets.count} 页`
    sheets.text((pageWidth - widthOf(running, text)) / 2, pageHeight - 34, text, running, page)
  }
  return { pdf: sheets.finish({}), sides: placed }
}

function begin(at: Place): void {
  at.sheets.add()
  at.y = top
}

/** Begins a page unless so much is left of this one. */
function need(at: Place, height: number): void {
  if (at.y + height > bottom) begin(at)
}

function write(at: Place, { kind, text }: AgreementParagraph): void {
  if (kind === 'hash') return writeHash(at, text)
  const isHeading = kind === 'heading'
  const style = isHeading ? heading : body
  // A heading stands with what it is of.
  if (isHeading) need(at, 10 + 3 * lineHeight)
  at.y += isHeading ? 10 : 2
  for (const line of wrap(style, text, width)) {
    need(at, lineHeight)
    at.y += lineHeight
    at.sheets.text(left, at.y, line, style)
  }
}

function writeHash(at: Place, hex: string): void {
  need(at, lineHeight)
  at.y += lineHeight
  for (const [index, group] of (hex.match(groups) ?? []).entries())
    at.sheets.text(left + (index * width) / 4, at.y, group, digits)
}

function placeSides(at: Place, sides: readonly AgreementSide[]): TypesetAgreement['sides'] {
  const placed: TypesetAgreement['sides'] = []
  at.y += 24
  for (let first = 0; first < sides.length; first += columns) {
    const row = sides.slice(first, first + columns)
    const height = Math.max(...row.map(heightOf))
    need(at, height)
    for (const [column, side] of row.entries())
      placed.push(placeSide(at, side, left + column * (columnWidth + columnGap)))
    at.y += height
  }
  return placed
}

const labelOf = ({ label }: AgreementSide) => wrap(body, label, columnWidth)
const tallest = ({ places }: AgreementSide) => Math.max(0, ...places.map(({ height }) => height * millimetre))
const labelHeight = (side: AgreementSide) => labelOf(side).length * lineHeight + 6

/** The room of a side: its label, its places beside each other, the date, and what parts it from the next. */
const heightOf = (side: AgreementSide): number =>
  labelHeight(side) + tallest(side) + placeGap + side.date.height * millimetre + 8 * millimetre

function placeSide({ sheets, y }: Place, side: AgreementSide, x: number): TypesetAgreement['sides'][number] {
  for (const [index, line] of labelOf(side).entries()) sheets.text(x, y + (index + 1) * lineHeight - 4, line, body)
  const boxAt = (from: number, down: number, size: { width: number; height: number }): PlacedBox => ({
    page: sheets.count,
    x: inMm(from),
    y: inMm(down),
    width: size.width,
    height: size.height,
  })
  const places: PlacedBox[] = []
  const floor = y + labelHeight(side) + tallest(side)
  let from = x
  for (const size of side.places) {
    places.push(boxAt(from, floor - size.height * millimetre, size))
    from += size.width * millimetre + placeGap
  }
  const dateTop = floor + placeGap
  const dateHeight = side.date.height * millimetre
  sheets.text(x, dateTop + dateHeight / 2 + body.size / 2 - 1, dateLabel, body)
  return { places, date: boxAt(x + widthOf(body, dateLabel), dateTop, side.date) }
}

const inMm = (points: number) => Math.round((points / millimetre) * 100) / 100
