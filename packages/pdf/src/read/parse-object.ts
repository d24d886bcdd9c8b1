import type { Budget } from '../limits.ts'
import { skipWhitespace } from './characters.ts'
import { PdfFault } from './fault.ts'
import { ValueReader } from './parse-value.ts'
import type { PdfDict, PdfStream, PdfValue, IndirectObject } from './values.ts'

/** Number and generation at an offset, and where the value begins; undefined when no object begins there. */
export function readObjectHeader(
  bytes: Buffer,
  offset: number,
  end = bytes.length,
  budget?: Budget,
): { number: number; generation: number; body: number; start: number; commented: boolean } | undefined {
  const start = skipWhitespace(bytes, offset, end)
  budget?.scanned(start - offset)
  const reader = new ValueReader(bytes, start, end, budget)
  const number = reader.takeInteger()
  reader.skipBlank()
  const generation = number === undefined ? undefined : reader.takeInteger()
  if (number === undefined || generation === undefined) return undefined
  reader.skipBlank()
  if (!reader.takeKeyword('obj')) return undefined
  return { number, generation, body: reader.position, start, commented: reader.commented }
}

/**
 * The indirect object at `offset`. `lengthOf` resolves an indirect /Length.
 * Throws `PdfFault`: object-malformed, stream-length-mismatch, external-stream; `BudgetExceeded`.
 */
export function readIndirectObject(
  bytes: Buffer,
  offset: number,
  end: number,
  lengthOf: (value: PdfValue | undefined) => number | undefined,
  budget?: Budget,
): IndirectObject {
  const header = readObjectHeader(bytes, offset, end, budget)
  if (!header) throw new PdfFault('xref-object-mismatch', offset, 'no object begins here')
  const { number, generation, body, start, commented } = header
  const reader = new ValueReader(bytes, body, end, budget)
  let value = reader.value()
  reader.skipBlank()
  if (value.kind === 'dict' && reader.takeKeyword('stream')) value = readStream(reader, value, lengthOf)
  reader.skipBlank()
  if (!reader.takeKeyword('endobj')) throw new PdfFault('object-malformed', reader.position, 'endobj is missing')
  const object: IndirectObject = { number, generation, value, start, end: reader.position }
  return commented || reader.commented ? { ...object, commented: true } : object
}

/** P12: /Length must lead exactly to an optional end of line and `endstream`. */
function readStream(
  reader: ValueReader,
  dict: PdfDict,
  lengthOf: (value: PdfValue | undefined) => number | undefined,
): PdfStream {
  const { bytes } = reader
  if (dict.entries.has('F')) throw new PdfFault('external-stream', dict.start, 'data in another file')
  const start = dataStart(bytes, reader.position)
  const length = lengthOf(dict.entries.get('Length'))
  if (length === undefined || length < 0 || start + length > reader.end) {
    throw new PdfFault('stream-length-mismatch', dict.start, 'no usable /Length')
  }
  let at = start + length
  if (bytes[at] === 0x0d) at += 1
  if (bytes[at] === 0x0a) at += 1
  reader.position = at
  if (!reader.takeKeyword('endstream')) {
    throw new PdfFault('stream-length-mismatch', dict.start, '/Length does not lead to endstream')
  }
  return { kind: 'stream', dict, raw: bytes.subarray(start, start + length), start: dict.start, end: reader.position }
}

function dataStart(bytes: Buffer, afterKeyword: number): number {
  if (bytes[afterKeyword] === 0x0a) return afterKeyword + 1
  if (bytes[afterKeyword] === 0x0d && bytes[afterKeyword + 1] === 0x0a) return afterKeyword + 2
  throw new PdfFault('stream-length-mismatch', afterKeyword, 'no end of line after stream')
}
