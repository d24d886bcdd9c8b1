import { unzipSync } from 'fflate'
import type { Sheet } from '@moqi/domain/spreadsheet/rows-under-headings'
import { readSheet, type SheetBounds } from './read-sheet.ts'
import { XmlFault, xmlEvents } from './xml-events.ts'

/** A workbook's visible sheets in their order. */
export type Workbook = Sheet[]

/** Why a file is no workbook that can be read: an old or encrypted one, another kind, broken, or too much of it. */
export type WorkbookFaultReason = 'old' | 'type' | 'damaged' | 'too-complex'

/** Thrown for a file that cannot be read. */
export class WorkbookFault extends Error {
  override name = 'WorkbookFault'
  readonly reason: WorkbookFaultReason

  constructor(reason: WorkbookFaultReason, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}

/** Sheets and rows of a sheet, columns of a row, characters of a cell that are read at most. */
export type WorkbookBounds = SheetBounds & { sheets: number }

/** What the parts that are read may be unpacked to, together, in bytes, and how many parts there may be. */
const mostBytes = 48 * 1024 * 1024
const mostParts = 2000
const mostStrings = 400_000

/** Compound files (MS-CFB §2.2): `.xls`, and an `.xlsx` under a password. */
const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const zipFile = Buffer.from('504b0304', 'hex')

/**
 * Reads the cells of an `.xlsx` (ECMA-376 Part 1 §18) as text. Formulas are never worked out, styles and everything
 * else are not read, and nothing is unpacked beyond its bounds. Throws WorkbookFault.
 */
export function readWorkbook(bytes: Uint8Array, bounds: WorkbookBounds): Workbook {
  const head = Buffer.from(bytes.subarray(0, 8))
  if (head.equals(compoundFile)) throw new WorkbookFault('old')
  if (!head.subarray(0, 4).equals(zipFile)) throw new WorkbookFault('type')
  try {
    return readParts(unpack(bytes), bounds)
  } catch (cause) {
    if (cause instanceof WorkbookFault) throw cause
    throw new WorkbookFault('damaged', { cause })
  }
}

/** Only the parts that are read; each gets the room that it says it needs, and no more. */
function unpack(bytes: Uint8Array): Parts {
  let total = 0
  let seen = 0
  const files = unzipSync(bytes, {
    filter({ name, originalSize }) {
      seen += 1
      if (seen > mostParts) throw new WorkbookFault('too-complex')
      if (!/^xl\/(?:_rels\/workbook\.xml\.rels|workbook\.xml|sharedStrings\.xml|worksheets\/[^/]+\.xml)$/i.test(name)) {
        return false
      }
      total += originalSize
      if (total > mostBytes) throw new WorkbookFault('too-complex')
      return true
    },
  })
  const byName = new Map(Object.entries(files).map(([name, content]) => [name.toLowerCase(), content]))
  return (name) => {
    const content = byName.get(name.toLowerCase())
    return content && new TextDecoder('utf-8', { fatal: true }).decode(content)
  }
}

type Parts = (name: string) => string | undefined

function readParts(part: Parts, bounds: WorkbookBounds): Workbook {
  const workbook = part('xl/workbook.xml')
  // A zip that is no workbook: a Word file, an archive.
  if (workbook === undefined) throw new WorkbookFault('type')
  const targets = targetsOf(part('xl/_rels/workbook.xml.rels') ?? '')
  const strings = sharedStrings(part('xl/sharedStrings.xml') ?? '', bounds.cellLength)
  const sheets: Workbook = []
  for (const { name, relation } of visibleSheets(workbook).slice(0, bounds.sheets)) {
    const xml = part(targets.get(relation) ?? '')
    if (xml !== undefined) sheets.push({ name, rows: readSheet(xml, strings, bounds) })
  }
  return sheets
}

function visibleSheets(workbook: string): { name: string; relation: string }[] {
  const sheets = []
  for (const event of xmlEvents(workbook)) {
    if (event.kind !== 'open' || event.name !== 'sheet') continue
    if ((event.attribute('state') ?? 'visible') !== 'visible') continue
    sheets.push({ name: event.attribute('name') ?? '', relation: event.attribute('id') ?? '' })
  }
  return sheets
}

/** Where each relation of the workbook leads, inside the package. */
function targetsOf(relations: string): Map<string, string> {
  const targets = new Map<string, string>()
  for (const event of xmlEvents(relations)) {
    if (event.kind !== 'open' || event.name !== 'Relationship') continue
    const target = event.attribute('Target') ?? ''
    targets.set(event.attribute('Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`)
  }
  return targets
}

/** Texts that cells share (§18.4.9): their runs joined, without the reading aids beside them. */
function sharedStrings(xml: string, cellLength: number): string[] {
  const strings: string[] = []
  let text = ''
  let inText = false
  let aside = false
  for (const event of xmlEvents(xml)) {
    if (event.kind === 'text') {
      if (inText && !aside && text.length < cellLength) text += event.text.slice(0, cellLength)
      continue
    }
    const opens = event.kind === 'open'
    if (event.name === 't') inText = opens
    else if (event.name === 'rPh') aside = opens
    else if (event.name === 'si') {
      if (!opens) strings.push(text)
      if (strings.length > mostStrings) throw new XmlFault('too many texts')
      text = ''
    }
  }
  return strings
}
