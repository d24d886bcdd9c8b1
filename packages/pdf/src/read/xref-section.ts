import type { Section, XrefEntry } from './revision.ts'
import type { Budget } from '../limits.ts'
import { skipWhitespace } from './characters.ts'
import { decodeStream } from './decode-stream.ts'
import { type Fault, PdfFault } from './fault.ts'
import { readIndirectObject } from './parse-object.ts'
import { ValueReader } from './parse-value.ts'
import { integerOf, itemsOf, nameOf, type PdfStream } from './values.ts'

/** Reads the section at `offset`; soft faults go to `faults`, ambiguity throws `PdfFault` (P3 to P5). */
export function readSection(
  bytes: Buffer,
  offset: number,
  context: { end: number; budget: Budget; faults: Fault[] },
): Section {
  if (offset >= context.end) throw new PdfFault('startxref-mismatch', offset, 'offset outside the file')
  const start = skipWhitespace(bytes, offset, context.end)
  const reader = new ValueReader(bytes, start, context.end, context.budget)
  const section = reader.takeKeyword('xref')
    ? readTable(reader, start, context)
    : readStreamSection(bytes, start, context)
  checkSize(section, context.faults)
  return section
}

interface Context {
  end: number
  budget: Budget
  faults: Fault[]
}

function malformed(offset: number, detail: string): PdfFault {
  return new PdfFault('xref-malformed', offset, detail)
}

function readTable(reader: ValueReader, start: number, context: Context): Section {
  const entries = new Map<number, XrefEntry>()
  for (;;) {
    reader.skipBlank()
    if (reader.takeKeyword('trailer')) break
    readSubsection(reader, entries, context)
  }
  reader.skipBlank()
  const trailer = reader.value()
  if (trailer.kind !== 'dict') throw malformed(start, 'the trailer is no dictionary')
  const commented = reader.commented ? { commented: true as const } : {}
  return withLinks({ form: 'table', start, end: reader.position, entries, trailer, ...commented })
}

function readSubsection(reader: ValueReader, entries: Map<number, XrefEntry>, context: Context): void {
  const at = reader.position
  const first = reader.takeInteger()
  reader.position = skipWhitespace(reader.bytes, reader.position, reader.end)
  const count = first === undefined ? undefined : reader.takeInteger()
  if (first === undefined || count === undefined) throw malformed(at, 'a subsection has no header')
  reader.position = skipWhitespace(reader.bytes, reader.position, reader.end)
  for (let index = 0; index < count; index += 1) {
    context.budget.object()
    const entry = readTableEntry(reader)
    if (entries.has(first + index)) {
      context.faults.push({ code: 'xref-malformed', offset: at, object: first + index, detail: 'listed twice' })
    }
    entries.set(first + index, entry)
  }
  if (first === 1 && reader.bytes.toString('latin1', at, at + 80).includes('0000000000 65535 f')) {
    throw malformed(at, 'the first subsection begins at 1')
  }
}

const tableEntry = /^(\d{10}) (\d{5}) ([nf])(?: \n| \r|\r\n)$/

/** P4: exactly twenty bytes. */
function readTableEntry(reader: ValueReader): XrefEntry {
  const at = reader.position
  const match = tableEntry.exec(reader.bytes.toString('latin1', at, Math.min(at + 20, reader.end)))
  if (!match) throw malformed(at, 'an entry is not twenty bytes')
  reader.position += 20
  const generation = Number(match[2])
  // A free entry's generation names nothing: MuPDF writes 65536 for object 0.
  if (match[3] === 'f') return { type: 'free', generation }
  if (generation > 65_535) throw malformed(at, 'generation')
  return { type: 'plain', offset: Number(match[1]), generation }
}

function readStreamSection(bytes: Buffer, start: number, context: Context): Section {
  const object = readIndirectObject(bytes, start, context.end, integerOf, context.budget)
  const { value } = object
  if (value.kind !== 'stream' || nameOf(value.dict.entries.get('Type')) !== 'XRef') {
    throw malformed(start, 'neither a table nor a cross-reference stream')
  }
  const entries = readStreamEntries(value, context)
  const { dict: trailer } = value
  const commented = object.commented ? { commented: true as const } : {}
  const streamNumber = object.number
  return withLinks({ form: 'stream', start, end: object.end, entries, trailer, streamNumber, ...commented })
}

function readStreamEntries(stream: PdfStream, context: Context): Map<number, XrefEntry> {
  const { entries: keys } = stream.dict
  const widths = itemsOf(keys.get('W')).map((item) => integerOf(item) ?? -1)
  if (widths.length !== 3 || widths.some((width) => width < 0 || width > 8)) throw malformed(stream.start, '/W')
  const size = integerOf(keys.get('Size')) ?? -1
  const index = keys.has('Index') ? itemsOf(keys.get('Index')).map((item) => integerOf(item) ?? -1) : [0, size]
  const data = decodeStream(stream, context.budget, 'flate')
  const width = widths.reduce((sum, one) => sum + one, 0)
  const numbers = expandIndex(index, context, stream.start)
  if (width === 0 || data.length !== width * numbers.length) throw malformed(stream.start, 'length of the data')
  const entries = new Map<number, XrefEntry>()
  numbers.forEach((number, position) => {
    if (entries.has(number)) {
      context.faults.push({ code: 'xref-malformed', offset: stream.start, object: number, detail: 'listed twice' })
    }
    const entry = streamEntry(data, position * width, widths)
    if (!entry) throw malformed(stream.start, `type of entry ${number}`)
    entries.set(number, entry)
  })
  return entries
}

function expandIndex(index: number[], context: Context, offset: number): number[] {
  const numbers: number[] = []
  for (let pair = 0; pair < index.length; pair += 2) {
    const first = index[pair] ?? -1
    const count = index[pair + 1] ?? -1
    if (first < 0 || count < 0) throw malformed(offset, '/Index')
    for (let step = 0; step < count; step += 1) {
      context.budget.object()
      numbers.push(first + step)
    }
  }
  return numbers
}

/** Undefined for an unknown type: null by ISO 32000-2 7.5.8.3, while many readers keep what was there before. */
function streamEntry(data: Buffer, at: number, widths: number[]): XrefEntry | undefined {
  const [typeWidth = 0, secondWidth = 0, thirdWidth = 0] = widths
  const type = typeWidth === 0 ? 1 : bigEndian(data, at, typeWidth)
  const second = bigEndian(data, at + typeWidth, secondWidth)
  const third = bigEndian(data, at + typeWidth + secondWidth, thirdWidth)
  if (type === 0) return { type: 'free', generation: third }
  if (type === 1) return { type: 'plain', offset: second, generation: third }
  return type === 2 ? { type: 'packed', container: second, index: third } : undefined
}

function bigEndian(data: Buffer, at: number, width: number): number {
  let value = 0
  for (let index = 0; index < width; index += 1) value = value * 256 + (data[at + index] ?? 0)
  return value
}

/** Keys that steer the reading are direct integers: some readers round a real or follow a reference (P5, P8). */
function withLinks(section: Section): Section {
  const previous = offsetOf(section, 'Prev')
  const hidden = offsetOf(section, 'XRefStm')
  if (previous !== undefined) section.previous = previous
  if (hidden === undefined) return section
  if (section.form !== 'table') throw malformed(section.start, '/XRefStm')
  return { ...section, hidden }
}

function offsetOf({ trailer, start }: Section, key: 'Prev' | 'XRefStm'): number | undefined {
  const offset = integerOf(trailer.entries.get(key))
  if (offset === undefined && trailer.entries.has(key)) throw malformed(start, `/${key}`)
  return offset
}

/** P4: no number at or above /Size; numbers that are free name nothing, so that writers are careless with them. */
function checkSize(section: Section, faults: Fault[]): void {
  const size = integerOf(section.trailer.entries.get('Size'))
  if (size === undefined) throw malformed(section.start, '/Size')
  const fault = { code: 'xref-malformed', offset: section.start, detail: 'number at or above /Size' } as const
  let free: number | undefined
  for (const [object, entry] of section.entries) {
    if (object < size) continue
    if (entry.type !== 'free') {
      faults.push({ ...fault, object })
      return
    }
    free ??= object
  }
  if (free !== undefined) faults.push({ ...fault, object: free, laterOnly: true })
}
