import { strToU8, zipSync } from 'fflate'

/** A sheet to write: the first row are its headings. `widths` in characters, one a column. */
export type WrittenSheet = { name: string; widths: readonly number[]; rows: readonly (readonly string[])[] }

/**
 * Writes an `.xlsx` whose cells are text, typed and formatted, so that a phone number stays what it is and nothing is
 * worked out when it is opened. A text that a program could take for a formula gets an apostrophe before it.
 */
export function writeWorkbook(sheets: readonly WrittenSheet[]): Buffer {
  const numbers = sheets.map((_, index) => index + 1)
  const parts = {
    '[Content_Types].xml': xml(
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
        `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        `<Default Extension="xml" ContentType="application/xml"/>` +
        `<Override PartName="/xl/workbook.xml" ContentType="${office}.sheet.main+xml"/>` +
        `<Override PartName="/xl/styles.xml" ContentType="${office}.styles+xml"/>` +
        numbers
          .map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${office}.worksheet+xml"/>`)
          .join('') +
        `</Types>`,
    ),
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${main}" xmlns:r="${relation}"><sheets>` +
        sheets
          .map(({ name }, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
          .join('') +
        `</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': relations([
      ...numbers.map((n) => ['worksheet', `worksheets/sheet${n}.xml`] as const),
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': styles,
    ...Object.fromEntries(
      sheets.map((sheet, index) => [`xl/worksheets/sheet${index + 1}.xml`, xml(worksheet(sheet))] as const),
    ),
  }
  return Buffer.from(zipSync(parts))
}

const office = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const xml = (body: string) => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${body}`)

const relations = (targets: readonly (readonly [type: string, target: string])[]) =>
  xml(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
      targets
        .map(
          ([type, target], index) =>
            `<Relationship Id="rId${index + 1}" Type="${relation}/${type}" Target="${target}"/>`,
        )
        .join('') +
      `</Relationships>`,
  )

/** Format 0 is general, 1 text, 2 a heading. */
const styles = xml(
  `<styleSheet xmlns="${main}">` +
    `<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
    `<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
    `<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
    `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
    `<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
    `<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>` +
    `<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs>` +
    `<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>` +
    `</styleSheet>`,
)

function worksheet({ widths, rows }: WrittenSheet): string {
  const columns = widths.map(
    (width, n) => `<col min="${n + 1}" max="${n + 1}" width="${width}" style="1" customWidth="1"/>`,
  )
  return (
    `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
    `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
    `<cols>${columns.join('')}</cols><sheetData>${rows.map(writtenRow).join('')}</sheetData></worksheet>`
  )
}

function writtenRow(cells: readonly string[], index: number): string {
  const style = index === 0 ? 2 : 1
  const written = cells.map((text, column) =>
    text === ''
      ? ''
      : `<c r="${String.fromCharCode(65 + column)}${index + 1}" s="${style}" t="inlineStr">` +
        `<is><t xml:space="preserve">${escaped(harmless(text))}</t></is></c>`,
  )
  return `<row r="${index + 1}">${written.join('')}</row>`
}

/** OWASP, CSV injection: what a program would begin to work out. */
const harmless = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/** XML 1.0 §2.2 allows hardly any control characters, not even as references. */
const escaped = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
