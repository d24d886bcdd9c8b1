import { strToU8, zipSync } from 'fflate'

/** A sheet of text: the first row is the head, `widths` are in characters. */
export type Sheet = { name: string; widths: number[]; rows: string[][] }

/**
 * Writes an Excel workbook (ECMA-376, Office Open XML) of one sheet whose cells are all text. What a program could take
 * for a formula when the sheet is saved in another form begins with an apostrophe.
 */
export function writeSpreadsheet(sheet: Sheet): Buffer {
  const parts = {
    '[Content_Types].xml': contentTypes,
    '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': workbook(sheet.name),
    'xl/_rels/workbook.xml.rels': relations([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'styles', 'styles.xml'],
    ]),
    'xl/styles.xml': styles,
    'xl/worksheets/sheet1.xml': worksheet(sheet),
  }
  const packed = Object.entries(parts).map(([name, text]) => [name, strToU8(head + text)] as const)
  return Buffer.from(zipSync(Object.fromEntries(packed), { level: 6 }))
}

/** A text as a cell holds it: never a formula (CWE-1236). */
export const cellText = (text: string): string => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text)

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const contentTypes =
  `<Types xmlns="${packages}/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/>` +
  `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheet}.worksheet+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/></Types>`

const relations = (list: [id: string, type: string, target: string][]) =>
  `<Relationships xmlns="${packages}/relationships">${list
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

const workbook = (name: string) =>
  `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>` +
  `<sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`

// Style 1 is the head's: bold.
const styles =
  `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/></font><font><b/><sz val="11"/></font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
  '<cellXfs count="2"><xf/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>'

function worksheet({ rows, widths }: Sheet): string {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  return (
    `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>` +
    `<cols>${columns.join('')}</cols><sheetData>${rows.map(rowText).join('')}</sheetData></worksheet>`
  )
}

function rowText(cells: string[], row: number): string {
  const style = row === 0 ? ' s="1"' : ''
  const written = cells.map((text, column) => {
    const place = `${columnName(column)}${row + 1}`
    return `<c r="${place}" t="inlineStr"${style}><is><t xml:space="preserve">${escaped(cellText(text))}</t></is></c>`
  })
  return `<row r="${row + 1}">${written.join('')}</row>`
}

const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** XML 1.0 §2.2 has no place for control characters. */
const escaped = (text: string) =>
  text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')
