import { Budget } from '../limits.ts'
import { decodeStream } from './decode-stream.ts'
import { type Fault, faultOf, PdfFault } from './fault.ts'
import { findRevisions, type Revision } from './find-revisions.ts'
import { type IndirectObject, readIndirectObject } from './parse-object.ts'
import { ValueReader } from './parse-value.ts'
import { integerOf, nameOf, nothing, type PdfDict, type PdfValue } from './values.ts'
import type { XrefEntry } from './xref-section.ts'

/** An entry in force, and the revision that introduced it. */
export interface LiveEntry {
  entry: XrefEntry
  revision: number
}

/**
 * A file as a strict reader sees it: its revisions, and a view of the objects at the end of each.
 * Objects are parsed once, whatever number of revisions show them.
 */
export class PdfFile {
  readonly bytes: Buffer
  readonly budget: Budget
  readonly revisions: Revision[]
  readonly faults: Fault[]
  /** Where the chain of revisions breaks off; undefined for a sound file. */
  readonly brokenFrom: number | undefined
  readonly #plain = new Map<number, IndirectObject | undefined>()
  readonly #packed = new Map<string, Map<number, IndirectObject>>()
  readonly #views: View[] = []

  constructor(bytes: Buffer, budget: Budget) {
    this.bytes = bytes
    this.budget = budget
    const { revisions, faults, brokenFrom } = findRevisions(bytes, budget)
    this.brokenFrom = brokenFrom
    this.revisions = revisions
    this.faults = faults
    let table: Map<number, LiveEntry> = new Map()
    for (const revision of revisions) {
      table = new Map(table)
      this.#apply(revision, table)
      this.#views.push(new View(this, revision, table))
    }
  }

  /** The objects at the end of revision `index`; undefined beyond the last. */
  view(index: number): View | undefined {
    return this.#views[index]
  }

  /** Every view, oldest first. */
  get views(): readonly View[] {
    return this.#views
  }

  /** P6(b), P6(d), P7: what an increment's entries may say. */
  #apply(revision: Revision, table: Map<number, LiveEntry>): void {
    const merged = new Map<number, XrefEntry>()
    for (const section of revision.sections) for (const [number, entry] of section.entries) merged.set(number, entry)
    for (const [number, entry] of merged) {
      this.budget.step()
      const before = table.get(number)
      if (before && sameEntry(before.entry, entry)) continue
      if (entry.type === 'plain') this.#checkPlain(number, entry, revision, before)
      table.set(number, { entry, revision: revision.index })
    }
  }

  #checkPlain(
    number: number,
    entry: { offset: number; generation: number },
    revision: Revision,
    before: LiveEntry | undefined,
  ): void {
    const at = revision.sections[0]?.start ?? revision.start
    if (entry.offset < revision.start || entry.offset >= revision.end) {
      const detail = `object ${number} at ${entry.offset}`
      this.faults.push({ code: 'xref-points-outside-increment', offset: at, object: number, detail })
    }
    const reused = before?.entry.type === 'free' && before.revision < revision.index
    const expected = reused && before.entry.type === 'free' ? before.entry.generation : 0
    const allowed = entry.generation === 0 ? expected !== 65_535 || number === 0 : entry.generation === expected
    if (!allowed && revision.index > 0) {
      this.faults.push({ code: 'xref-malformed', offset: at, object: number, detail: 'generation' })
    }
  }

  /** The object an entry in force names; faults are recorded once and the object then counts as missing. */
  read(number: number, live: LiveEntry, view: View): IndirectObject | undefined {
    const { entry } = live
    if (entry.type === 'free') return undefined
    if (entry.type === 'packed') return this.#unpack(number, entry, view)
    if (this.#plain.has(entry.offset)) return this.#checked(number, entry.offset)
    // Set before parsing: a stream whose /Length is itself must end, not recurse.
    this.#plain.set(entry.offset, undefined)
    this.budget.object()
    try {
      const end = this.revisions[live.revision]?.end ?? this.bytes.length
      const lengthOf = (value: PdfValue | undefined) => integerOf(view.resolve(value))
      this.#plain.set(entry.offset, readIndirectObject(this.bytes, entry.offset, end, lengthOf))
    } catch (error) {
      this.#note(error, number)
    }
    return this.#checked(number, entry.offset)
  }

  /** P6(a): the bytes at the offset begin the very object. */
  #checked(number: number, offset: number): IndirectObject | undefined {
    const object = this.#plain.get(offset)
    if (!object || object.number === number) return object
    this.#note(new PdfFault('xref-object-mismatch', offset, `object ${number} expected`), number)
    return undefined
  }

  #note(error: unknown, object: number): void {
    const fault = faultOf(error)
    if (!fault) throw error
    if (!this.faults.some((known) => known.code === fault.code && known.object === object)) {
      this.faults.push({ ...fault, object })
    }
  }

  /** P6(c), P14: the container is an object stream of the same increment. */
  #unpack(number: number, entry: { container: number; index: number }, view: View): IndirectObject | undefined {
    const live = view.table.get(entry.container)
    if (live?.entry.type !== 'plain') {
      const at = this.revisions[view.revision.index]?.sections[0]?.start ?? 0
      this.#note(new PdfFault('object-malformed', at, `object stream ${entry.container} is missing`), number)
      return undefined
    }
    const key = `${entry.container}@${live.entry.offset}`
    let members = this.#packed.get(key)
    if (!members) {
      members = new Map()
      this.#packed.set(key, members)
      try {
        for (const member of this.#members(entry.container, view)) members.set(member.start, member)
      } catch (error) {
        // Offsets inside the decoded stream mean nothing in the file.
        const fault = faultOf(error)
        this.#note(fault ? new PdfFault(fault.code, live.entry.offset, fault.detail ?? '') : error, entry.container)
      }
    }
    const member = members.get(entry.index)
    if (member?.number === number) return member
    if (member) this.#note(new PdfFault('xref-object-mismatch', live.entry.offset, 'index in object stream'), number)
    return undefined
  }

  /** The members of an object stream; `start` is their index in it. */
  #members(container: number, view: View): IndirectObject[] {
    const stream = view.object(container)?.value
    if (stream?.kind !== 'stream' || nameOf(stream.dict.entries.get('Type')) !== 'ObjStm') {
      throw new PdfFault('object-malformed', stream?.start ?? 0, `object ${container} is no object stream`)
    }
    if (view.encrypted) throw new PdfFault('encrypted-unreadable', stream.start, 'object stream')
    const data = decodeStream(stream, this.budget)
    const first = integerOf(view.resolve(stream.dict.entries.get('First'))) ?? -1
    const count = integerOf(view.resolve(stream.dict.entries.get('N'))) ?? -1
    if (first < 0 || count < 0 || first > data.length)
      throw new PdfFault('object-malformed', stream.start, '/First, /N')
    const header = new ValueReader(data, 0, first)
    const places = Array.from({ length: Math.min(count, first) }, () => this.#place(header, stream.start))
    return places.map(({ number, offset }, index) => {
      this.budget.object()
      const value = new ValueReader(data, first + offset, data.length).value()
      return { number, generation: 0, value, start: index, end: index, container }
    })
  }

  #place(header: ValueReader, offset: number): { number: number; offset: number } {
    header.skipBlank()
    const number = header.takeInteger()
    header.skipBlank()
    const place = header.takeInteger()
    if (number === undefined || place === undefined) {
      throw new PdfFault('object-malformed', offset, 'header of an object stream')
    }
    return { number, offset: place }
  }
}

function sameEntry(one: XrefEntry, other: XrefEntry): boolean {
  if (one.type === 'plain' && other.type === 'plain') return one.offset === other.offset
  if (one.type === 'packed' && other.type === 'packed') {
    return one.container === other.container && one.index === other.index
  }
  return one.type === 'free' && other.type === 'free'
}

/** The objects of a file at the end of one revision. */
export class View {
  readonly file: PdfFile
  readonly revision: Revision
  readonly table: ReadonlyMap<number, LiveEntry>

  constructor(file: PdfFile, revision: Revision, table: ReadonlyMap<number, LiveEntry>) {
    this.file = file
    this.revision = revision
    this.table = table
  }

  /** The trailer in force: that of the section read first. */
  get trailer(): PdfDict {
    const main = this.revision.sections.findLast((section) => section.trailer.entries.has('Root'))
    const trailer = main?.trailer ?? this.revision.sections[0]?.trailer
    if (!trailer) throw new PdfFault('xref-malformed', this.revision.start, 'no trailer')
    return trailer
  }

  /** Whether the file is encrypted. */
  get encrypted(): boolean {
    return this.trailer.entries.has('Encrypt')
  }

  /** The indirect object of a number, or undefined when it is missing, free or unreadable. */
  object(number: number): IndirectObject | undefined {
    const live = this.table.get(number)
    return live && this.file.read(number, live, this)
  }

  /** Follows references to a value; missing objects and loops give null (ISO 32000-2 7.3.10). */
  resolve(value: PdfValue | undefined): PdfValue {
    let current = value ?? nothing
    for (let step = 0; current.kind === 'ref'; step += 1) {
      const object = step < 32 ? this.object(current.number) : undefined
      if (!object || object.generation !== current.generation) return nothing
      current = object.value
    }
    return current
  }

  /** The resolved value of a key. */
  get(dict: PdfDict | undefined, key: string): PdfValue {
    return this.resolve(dict?.entries.get(key))
  }
}
