import { strToU8, zipSync } from 'fflate'
import { writeWorkbook } from '#src/platform/spreadsheet/write-workbook.ts'

/** An `.xlsx` with one sheet of texts. */
export const workbookOf = (...rows: string[][]): Buffer => writeWorkbook([{ name: 'Sheet1', widths: [], rows }])

/** An `.xlsx` whose one sheet is this XML, with further parts in it. */
export function rawWorkbook(sheet: string, more: Record<string, string | Uint8Array> = {}): Buffer {
  const parts: Record<string, Uint8Array> = {
    'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    'xl/worksheets/sheet1.xml': strToU8(sheet),
  }
  for (const [name, content] of Object.entries(more)) {
    parts[name] = typeof content === 'string' ? strToU8(content) : content
  }
  return Buffer.from(zipSync(parts))
}

/** Says of every part in the zip's directory that it unpacks to so many bytes, whatever is true (APPNOTE 4.3.12). */
export function lyingAboutSize(zip: Buffer, bytes: number): Buffer {
  const lying = Buffer.from(zip)
  for (let at = lying.indexOf('PK\x01\x02'); at !== -1; at = lying.indexOf('PK\x01\x02', at + 4)) {
    lying.writeUInt32LE(bytes, at + 24)
  }
  return lying
}
