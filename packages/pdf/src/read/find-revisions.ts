import { equalValues } from './values.ts'
import type { Budget } from '../limits.ts'
import { skipBlank, skipWhitespace } from './characters.ts'
import { type Fault, faultOf, PdfFault } from './fault.ts'
import { readObjectHeader } from './parse-object.ts'
import { ValueReader } from './parse-value.ts'
import { possibleEnds } from './possible-ends.ts'
import { readSection } from './xref-section.ts'
import type { Section, Revision } from './revision.ts'

/** The revisions of a file, oldest first. */
export interface RevisionList {
  revisions: Revision[]
  faults: Fault[]
  /** Where the chain of revisions breaks off, when it does. */
  brokenFrom?: number
}

/**
 * Follows the cross-reference chain from the last `%%EOF` (P3). When that is broken, the newest earlier end whose
 * chain is sound counts, and what is behind it becomes one fault. Throws `PdfFault` when no end is sound.
 */
export function findRevisions(bytes: Buffer, budget: Budget): RevisionList {
  let first: Fault | undefined
  for (const mark of possibleEnds(bytes)) {
    try {
      return withTail(bytes, readChain(bytes, mark, budget), first)
    } catch (error) {
      const fault = faultOf(error)
      if (!fault) throw error
      first ??= fault
    }
  }
  first ??= { code: 'startxref-mismatch', offset: bytes.length, detail: 'no %%EOF' }
  throw new PdfFault(first.code, first.offset, first.detail ?? '')
}

/** Bytes of white space behind a revision. */
export const trailingAllowance = 1024

/** P15: behind the last revision only white space; anything else is data somebody may read. */
function withTail(bytes: Buffer, list: RevisionList, broken: Fault | undefined): RevisionList {
  const last = list.revisions.at(-1)
  if (!last) return list
  if (broken) {
    list.faults.push({ ...broken, offset: Math.max(broken.offset, last.lineEnd) })
    return { ...list, brokenFrom: last.lineEnd }
  }
  const rest = skipWhitespace(bytes, last.lineEnd)
  if (rest < bytes.length || bytes.length - last.end > trailingAllowance) {
    list.faults.push({ code: 'trailing-data', offset: last.lineEnd, detail: `${bytes.length - last.end} bytes` })
    return { ...list, brokenFrom: last.lineEnd }
  }
  if (bytes.length - last.end > 2) {
    list.faults.push({ code: 'trailing-whitespace', offset: last.end, detail: `${bytes.length - last.end} bytes` })
  }
  return list
}

function readChain(bytes: Buffer, mark: number, budget: Budget): RevisionList {
  const end = mark + 5
  const faults: Fault[] = []
  const chain: Section[] = []
  const seen = new Set<number>()
  let offset: number | undefined = startxrefBefore(bytes, mark)
  while (offset !== undefined) {
    if (seen.has(offset)) throw new PdfFault('circular-structure', offset, '/Prev leads back')
    if (seen.size >= budget.limits.revisions) throw new PdfFault('xref-malformed', offset, 'too many sections')
    seen.add(offset)
    const section = readSection(bytes, offset, { end, budget, faults })
    chain.unshift(section)
    offset = section.previous
  }
  return { revisions: splitIncrements(bytes, chain, { end, budget, faults }), faults }
}

function startxrefBefore(bytes: Buffer, mark: number): number {
  const from = Math.max(0, mark - 64)
  const match = /startxref[\0\t\n\f\r ]+(\d{1,10})[\0\t\n\f\r ]*$/.exec(bytes.toString('latin1', from, mark))
  if (!match) throw new PdfFault('startxref-mismatch', mark, 'no startxref before %%EOF')
  return Number(match[1])
}

interface Context {
  end: number
  budget: Budget
  faults: Fault[]
}

function splitIncrements(bytes: Buffer, chain: Section[], context: Context): Revision[] {
  const revisions: Revision[] = []
  let rest = chain
  const linearized = takeLinearized(bytes, chain)
  if (linearized) {
    rest = chain.slice(2)
    revisions.push(closeIncrement(bytes, linearized, revisions, context))
  }
  const restated = linearized ? undefined : takeRestated(bytes, chain)
  if (restated) {
    rest = chain.slice(2)
    revisions.push(closeIncrement(bytes, restated, revisions, context, restated[1]))
  }
  for (const section of rest) revisions.push(closeIncrement(bytes, [section], revisions, context))
  return revisions
}

/**
 * P9: the first revision of a linearised file has two sections; the one at the front is read first and points
 * forward. Only legal when the first object is a /Linearized dictionary.
 */
function takeLinearized(bytes: Buffer, chain: Section[]): Section[] | undefined {
  const [main, front] = chain
  if (!main || !front || front.start > main.start) return undefined
  const header = readObjectHeader(bytes, skipBlank(bytes, 0), front.start)
  const value = header && new ValueReader(bytes, header.body, front.start).value()
  if (value?.kind !== 'dict' || !value.entries.has('Linearized')) {
    throw new PdfFault('xref-malformed', front.start, '/Prev points forward')
  }
  return [main, front]
}

/**
 * P8: Word ends a file twice: behind the table of all objects stands an empty one that leads to a hidden stream,
 * written before either. Nothing of it is later than the rest.
 */
function takeRestated(bytes: Buffer, chain: Section[]): [Section, Section] | undefined {
  const [main, again] = chain
  if (!main || !again || main.form !== 'table' || again.form !== 'table' || again.entries.size > 0) return undefined
  if (again.hidden === undefined || again.hidden >= main.start) return undefined
  const isSame = ['Root', 'Info'].every((key) =>
    equalValues(main.trailer.entries.get(key), again.trailer.entries.get(key)),
  )
  const between = bytes.toString('latin1', main.end, again.start)
  return isSame && /^[\0\t\n\f\r ]*startxref[\0\t\n\f\r ]+\d{1,10}[\0\t\n\f\r ]+%%EOF[\0\t\n\f\r ]*$/.test(between)
    ? [main, again]
    : undefined
}

/** Ends an increment at the `startxref … %%EOF` behind its section, which must name that section (P3). */
function closeIncrement(
  bytes: Buffer,
  sections: Section[],
  before: Revision[],
  context: Context,
  closing = sections[0],
): Revision {
  const start = before.at(-1)?.lineEnd ?? 0
  const first = sections[0]
  const named = sections.at(-1)
  if (!first || !named || !closing) throw new PdfFault('xref-malformed', start, 'no section')
  if (first.start < start) throw new PdfFault('xref-malformed', first.start, 'sections out of order')
  const close = closingMark(bytes, closing.end, context)
  if (close.startxref === undefined || skipWhitespace(bytes, close.startxref) !== named.start) {
    context.faults.push({ code: 'startxref-mismatch', offset: closing.end, detail: 'does not name its own section' })
  }
  const end = close.mark + 5
  const hiddenContext = { ...context, end: close.mark, before }
  const withHidden = sections.flatMap((section) => hiddenBefore(bytes, section, hiddenContext))
  const from = before.at(-1)?.end ?? 0
  return { index: before.length, start, from, end, lineEnd: skipLineEnds(bytes, end), sections: withHidden }
}

function closingMark(bytes: Buffer, from: number, context: Context): { mark: number; startxref?: number } {
  const at = afterComments(bytes, from, context)
  const source = bytes.toString('latin1', at, Math.min(at + 96, context.end))
  const match = /^startxref[\0\t\n\f\r ]+(\d{1,10})[\0\t\n\f\r ]+%%EOF/.exec(source)
  if (match) return { mark: at + match[0].length - 5, startxref: Number(match[1]) }
  const mark = bytes.indexOf('%%EOF', from, 'latin1')
  if (mark < 0 || mark + 5 > context.end) throw new PdfFault('startxref-mismatch', from, 'an increment has no end')
  return { mark }
}

/**
 * Comments may stand between a section and its `startxref`, where iText and OpenPDF name themselves. One that looks
 * like the end or the beginning of a file is none: readers differ in what they take it for.
 */
function afterComments(bytes: Buffer, from: number, { end, budget }: Context): number {
  const at = skipBlank(bytes, from, end)
  budget.scanned(at - from)
  return /%%EOF|%PDF-/.test(bytes.toString('latin1', from, at)) ? skipWhitespace(bytes, from, end) : at
}

function skipLineEnds(bytes: Buffer, from: number): number {
  let at = from
  while (bytes[at] === 0x0a || bytes[at] === 0x0d) at += 1
  return at
}

/**
 * P8: table, then its hidden stream, then /Prev. Only numbers the table does not use may be hidden. A writer that keeps
 * the trailer names the stream of the file before once more: that one speaks of what was, and the table of what became
 * of it. Whether it takes anything back shows when both readings are compared.
 */
function hiddenBefore(bytes: Buffer, section: Section, context: Context & { before: Revision[] }): Section[] {
  if (section.hidden === undefined) return [section]
  const hidden = readSection(bytes, section.hidden, context)
  if (hidden.form !== 'stream') throw new PdfFault('xref-malformed', section.hidden, '/XRefStm is no stream')
  context.faults.push({ code: 'hybrid-reference', offset: section.start })
  const isRepeated = context.before.some(({ sections }) =>
    sections.some(({ concealed, start }) => concealed && start === hidden.start),
  )
  const entries = new Map(hidden.entries)
  for (const [number, entry] of section.entries) {
    if (entry.type === 'free') continue
    const other = entries.get(number)
    const differs = other !== undefined && other.type !== 'free' && JSON.stringify(other) !== JSON.stringify(entry)
    if (differs && !isRepeated) {
      context.faults.push({ code: 'readers-disagree', offset: section.start, object: number })
    }
    entries.delete(number)
  }
  return [section, { ...hidden, entries, trailer: section.trailer, concealed: true }]
}
