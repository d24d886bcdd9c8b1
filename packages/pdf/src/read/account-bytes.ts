import { skipBlank, skipWhitespace } from './characters.ts'
import { type Fault, PdfFault } from './fault.ts'
import { readIndirectObject } from './parse-object.ts'
import type { PdfFile, View } from './pdf-file.ts'
import { integerOf } from './values.ts'
import { trailingAllowance } from './find-revisions.ts'

interface Span {
  start: number
  end: number
}

/**
 * P2, P6(a), P11: parses every object an increment introduces and finds bytes that belong to none, and objects
 * that no cross-reference names. The faults are added to `file.faults`.
 */
export function accountBytes(file: PdfFile): void {
  checkHeader(file)
  for (const view of file.views) {
    const spans = occupied(file, view)
    let at = view.revision.start
    for (const span of spans) {
      if (span.start > at) checkGap(file, view, at, span.start)
      at = Math.max(at, span.end)
    }
    checkGap(file, view, at, view.revision.end)
  }
}

function checkHeader(file: PdfFile): void {
  if (!/^%PDF-(?:1\.[0-7]|2\.0)[\0\t\n\f\r ]/.test(file.bytes.toString('latin1', 0, 9))) {
    file.faults.push({ code: 'header-not-at-start', offset: 0 })
  }
}

function occupied(file: PdfFile, view: View): Span[] {
  const { revision } = view
  const spans: Span[] = revision.sections.map(({ start, end }) => ({ start, end }))
  for (const [number, live] of view.table) {
    if (live.revision !== revision.index || live.entry.type === 'free') continue
    file.budget.step()
    const object = view.object(number)
    if (object && live.entry.type === 'plain') spans.push({ start: object.start, end: object.end })
  }
  return spans.toSorted((one, other) => one.start - other.start)
}

const closing = /^startxref[\0\t\n\f\r ]+\d{1,10}[\0\t\n\f\r ]+%%EOF/

function checkGap(file: PdfFile, view: View, from: number, to: number): void {
  const { bytes } = file
  let at = skipGap(bytes, from, to)
  while (at < to) {
    const close = closing.exec(bytes.toString('latin1', at, Math.min(to, at + 96)))
    const next = close ? at + close[0].length : dormantEnd(file, view, at, to)
    if (next === undefined) {
      file.faults.push({ code: 'unreferenced-bytes', offset: at, detail: `${to - at} bytes` })
      return
    }
    at = skipGap(bytes, next, to)
  }
  hiddenMarks(file, view, from, to)
}

function skipGap(bytes: Buffer, from: number, to: number): number {
  return skipBlank(bytes, skipWhitespace(bytes, from, to), to)
}

/** P11: comments in an increment must not look like the beginning or the end of a file. */
function hiddenMarks(file: PdfFile, view: View, from: number, to: number): void {
  if (view.revision.index === 0) return
  const gap = file.bytes.toString('latin1', from, to).replace(/startxref\s+\d+\s+%%EOF/, '')
  if (/%%EOF|%PDF-/.test(gap))
    file.faults.push({ code: 'unreferenced-bytes', offset: from, detail: 'marks in comments' })
}

/** The end of an object that no entry names, or undefined when none begins here. */
function dormantEnd(file: PdfFile, view: View, at: number, to: number): number | undefined {
  try {
    const object = readIndirectObject(file.bytes, at, to, (value) => integerOf(view.resolve(value)), file.budget)
    const fault: Fault = { code: 'dormant-object', offset: at, object: object.number }
    if (!repeatsNamedObject(file, view, object.number, object)) file.faults.push(fault)
    return object.end
  } catch (error) {
    if (error instanceof PdfFault) return undefined
    throw error
  }
}

/** P11: a second copy that is byte for byte the named object misleads nobody. */
function repeatsNamedObject(file: PdfFile, view: View, number: number, copy: Span): boolean {
  const named = view.object(number)
  if (!named || named.container !== undefined) return false
  return file.bytes.subarray(named.start, named.end).equals(file.bytes.subarray(copy.start, copy.end))
}

/** P15: where a signed revision ends and another one follows, there is white space, and little of it. */
export function checkBoundaries({ bytes, brokenFrom }: PdfFile, signedEnds: number[]): Fault[] {
  return signedEnds.flatMap((end): Fault[] => {
    const blank = skipWhitespace(bytes, end)
    const next = afterWords(bytes, blank)
    if (next === bytes.length || end === brokenFrom) return []
    if (bytes[next] === 0x25) {
      return [{ code: 'unreferenced-bytes', offset: next, detail: 'a comment behind a signed end' }]
    }
    const detail = `${blank - end} bytes`
    if (next - end > trailingAllowance) return [{ code: 'unreferenced-bytes', offset: end, detail }]
    return blank - end > 2 ? [{ code: 'trailing-whitespace', offset: end, detail }] : []
  })
}

/** One short line of plain words, as MuPDF names itself; what could be an end, a beginning or an object is none. */
const words = /^%[ A-Za-z0-9.,:;()_+-]{1,100}\r?\n/

/** Behind a comment that begins an increment, on a line of its own. */
function afterWords(bytes: Buffer, at: number): number {
  const isOwnLine = bytes[at - 1] === 0x0a || bytes[at - 1] === 0x0d
  const [line = ''] = isOwnLine ? (words.exec(bytes.toString('latin1', at, at + 128)) ?? []) : []
  if (/obj|xref|trailer|stream|PDF-\d|EOF/i.test(line)) return at
  return skipWhitespace(bytes, at + line.length)
}
