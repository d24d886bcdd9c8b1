import { createHash, getHashes } from 'node:crypto'
import { hexValue } from '@moqi/pdf/read/characters'
import type { Revision } from '@moqi/pdf/read/revision'
import { integerOf, itemsOf, type PdfDict, type PdfString } from '@moqi/pdf/read/values'
import { type Reason, reason, type ReasonCode } from '../reasons/reasons.ts'

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
  /** The decoded placeholder: CMS and padding. */
  contents?: Buffer
  reasons: Reason[]
}

/**
 * B3 to B7: /Contents and /ByteRange of a signature dictionary that lies in the file itself. Without `revisions`, when
 * no chain leads to the signature, it must at least end at an end-of-file mark.
 */
export function checkByteRange(bytes: Buffer, revisions: Revision[] | undefined, dict: PdfDict): Coverage {
  const reasons: Reason[] = []
  const contents = readContents(bytes, dict, reasons)
  const range = readRange(bytes, dict, contents, reasons)
  const coverage: Coverage = { reasons, ...(range ? { range } : {}), ...(contents ? { contents: contents.bytes } : {}) }
  if (!range) return coverage
  if (!gapIsContents(bytes, range, contents)) reasons.push(reason('byte-range-gap-not-contents'))
  const revision = revisions?.find(({ end, lineEnd }) => range.end >= end && range.end <= lineEnd)
  if (revision) coverage.revision = revision.index
  else if (revisions || !endsAtMark(bytes, range.end)) reasons.push(reason('byte-range-end-not-revision-end'))
  return coverage
}

/** B6: comparing the decoded value is not enough, identity of offsets is. */
function gapIsContents(bytes: Buffer, range: ByteRange, contents: PdfString | undefined): boolean {
  if (contents) return contents.start === range.gapStart && contents.end === range.gapEnd
  return isHexToken(bytes, range)
}

function endsAtMark(bytes: Buffer, end: number): boolean {
  return /%%EOF[\r\n]*$/.test(bytes.toString('latin1', Math.max(0, end - 12), end))
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
function readRange(
  bytes: Buffer,
  dict: PdfDict,
  contents: PdfString | undefined,
  reasons: Reason[],
): ByteRange | undefined {
  const value = dict.entries.get('ByteRange')
  const numbers = itemsOf(value).map((item) => integerOf(item) ?? -1)
  const [start = -1, gapStart = -1, gapEnd = -1, length = -1] = numbers
  const end = gapEnd + length
  const problem = rangeProblem()
  if (problem === undefined) return { gapStart, gapEnd, end }
  const isEndingLost = problem === 'byte-range-outside-file' && lacksEnding(bytes, { gapStart, gapEnd, end }, contents)
  reasons.push(isEndingLost ? reason(problem, { detail: 'final-eol-lost' }) : reason(problem))
  return undefined

  function rangeProblem(): ReasonCode | undefined {
    if (!value || value.kind === 'null') return 'byte-range-missing'
    if (numbers.length !== 4 || numbers.some((number) => number < 0)) return 'byte-range-shape'
    if (end > bytes.length) return 'byte-range-outside-file'
    return start !== 0 || gapStart === 0 || length === 0 || gapEnd < gapStart + 2
      ? 'byte-range-gap-not-contents'
      : undefined
  }
}

const endings = ['\n', '\r', '\r\n']
const digests = getHashes().filter((name) => /^(?:sha(?:1|256|384|512)|sm3)$/.test(name))

/** B5: whether the digest that was signed is right again when the end of line behind the last `%%EOF` is given back. */
function lacksEnding(bytes: Buffer, { gapStart, gapEnd, end }: ByteRange, contents: PdfString | undefined): boolean {
  if (!contents || !bytes.subarray(-5).equals(Buffer.from('%%EOF'))) return false
  const covered = [bytes.subarray(0, gapStart), bytes.subarray(gapEnd)]
  return endings
    .filter((ending) => bytes.length + ending.length === end)
    .some((ending) =>
      digests.some((name) => contents.bytes.includes(digestOf(name, [...covered, Buffer.from(ending)]))),
    )
}

function digestOf(name: string, parts: Buffer[]): Buffer {
  const hash = createHash(name)
  for (const part of parts) hash.update(part)
  return hash.digest()
}
