import { hexValue } from './read/characters.ts'
import type { Revision } from './read/find-revisions.ts'
import { integerOf, type PdfDict, type PdfString } from './read/values.ts'
import { type Reason, reason } from './reasons.ts'

/** The signed bytes are [0, gapStart) and [gapEnd, end). */
export interface ByteRange {
  gapStart: number
  gapEnd: number
  end: number
}

/** What §3 of the reference says of one signature dictionary. */
export interface Coverage {
  range?: ByteRange
  /** The revision whose end the range ends at. */
  revision?: number
  /** The decoded hole: CMS and padding. */
  contents?: Buffer
  reasons: Reason[]
}

/** B3 to B7: /Contents and /ByteRange of a signature dictionary that lies in the file itself. */
export function checkByteRange(bytes: Buffer, revisions: Revision[], dict: PdfDict): Coverage {
  const reasons: Reason[] = []
  const contents = readContents(bytes, dict, reasons)
  const range = readRange(bytes, dict, reasons)
  const coverage: Coverage = { reasons, ...(range ? { range } : {}), ...(contents ? { contents: contents.bytes } : {}) }
  if (!range) return coverage
  if (contents && (contents.start !== range.gapStart || contents.end !== range.gapEnd)) {
    reasons.push(reason('byte-range-gap-not-contents'))
  }
  if (!contents && !isHexToken(bytes, range)) reasons.push(reason('byte-range-gap-not-contents'))
  const revision = revisions.find(({ end, lineEnd }) => range.end >= end && range.end <= lineEnd)
  if (revision) coverage.revision = revision.index
  else reasons.push(reason('byte-range-end-not-revision-end'))
  return coverage
}

/** B3: a direct hexadecimal string that is not empty and holds something else than zeros. */
function readContents(bytes: Buffer, dict: PdfDict, reasons: Reason[]): PdfString | undefined {
  const value = dict.entries.get('Contents')
  if (!value || value.kind === 'null') {
    reasons.push(reason('contents-missing'))
    return undefined
  }
  if (value.kind !== 'string' || !value.hex || !isHexToken(bytes, { gapStart: value.start, gapEnd: value.end })) {
    const empty = value.kind === 'string' && value.bytes.length === 0
    reasons.push(reason(empty ? 'contents-empty' : 'contents-not-hex-string'))
    return undefined
  }
  if (value.bytes.every((byte) => byte === 0)) {
    reasons.push(reason('contents-empty'))
    return undefined
  }
  return value
}

/** B6: `<`, an even number of hexadecimal digits and nothing else, `>`. */
function isHexToken(bytes: Buffer, { gapStart, gapEnd }: Pick<ByteRange, 'gapStart' | 'gapEnd'>): boolean {
  if (bytes[gapStart] !== 0x3c || bytes[gapEnd - 1] !== 0x3e || (gapEnd - gapStart) % 2 !== 0) return false
  for (let at = gapStart + 1; at < gapEnd - 1; at += 1) if (hexValue(bytes[at]) < 0) return false
  return true
}

/** B4, B5: four direct non-negative integers that begin at 0 and stay inside the file. */
function readRange(bytes: Buffer, dict: PdfDict, reasons: Reason[]): ByteRange | undefined {
  const value = dict.entries.get('ByteRange')
  if (!value || value.kind === 'null') {
    reasons.push(reason('byte-range-missing'))
    return undefined
  }
  const numbers = value.kind === 'array' ? value.items.map((item) => integerOf(item) ?? -1) : []
  const [start = -1, firstLength = -1, secondStart = -1, secondLength = -1] = numbers
  if (numbers.length !== 4 || numbers.some((number) => number < 0)) {
    reasons.push(reason('byte-range-shape'))
    return undefined
  }
  const end = secondStart + secondLength
  if (end > bytes.length) {
    reasons.push(reason('byte-range-outside-file'))
    return undefined
  }
  if (start !== 0 || firstLength === 0 || secondLength === 0 || secondStart < firstLength + 2) {
    reasons.push(reason('byte-range-gap-not-contents'))
    return undefined
  }
  return { gapStart: firstLength, gapEnd: secondStart, end }
}
