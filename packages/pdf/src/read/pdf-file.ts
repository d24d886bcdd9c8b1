import { type Budget, BudgetExceeded } from '../limits.ts'
import { applyEntries } from './apply-entries.ts'
import type { LiveEntry, Revision } from './revision.ts'
import { decryptionOf, decryptObject, type FileDecryption } from './decryption.ts'
import { type Fault, faultOf, PdfFault } from './fault.ts'
import { findRevisions } from './find-revisions.ts'
import { type ContainerContext, readObjectStream } from './object-stream.ts'
import {
  dictOf,
  type IndirectObject,
  integerOf,
  itemsOf,
  nameOf,
  nothing,
  numberOf,
  type PdfDict,
  type PdfValue,
} from './values.ts'
import { readIndirectObject } from './parse-object.ts'

/** Nobody reads more than that. */
const maximalFaults = 10_000

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
  readonly #packed = new Map<number, Map<number, IndirectObject> | undefined>()
  readonly #views: View[] = []
  readonly #noted = new Set<string>()
  #decryption: FileDecryption | undefined

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
      for (const section of revision.sections) budget.step(section.entries.size)
      applyEntries(revision, table, faults)
      budget.entries(table.size)
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

  /** P8: revision `index` as readers see it that know nothing of hidden cross-reference streams. */
  viewWithoutHidden(index: number): View | undefined {
    const table: Map<number, LiveEntry> = new Map()
    const revisions = this.revisions.slice(0, index + 1)
    for (const revision of revisions) {
      const sections = revision.sections.filter(({ concealed }) => !concealed)
      for (const section of sections) this.budget.step(section.entries.size)
      applyEntries({ ...revision, sections }, table, [])
    }
    const revision = revisions[index]
    return revision && new View(this, revision, table)
  }

  /** P17: strings and streams cannot be read, because the empty user password does not open them. */
  get unreadable(): boolean {
    return this.#decrypt() === 'unreadable'
  }

  #decrypt(): FileDecryption {
    if (this.#decryption) return this.#decryption
    // What says how the file is encrypted is not encrypted itself.
    this.#decryption = 'none'
    this.#decryption = decryptionOf(this.#views)
    return this.#decryption
  }

  #open(object: IndirectObject): IndirectObject {
    const decryption = this.#decrypt()
    if (typeof decryption === 'string') return object
    if (object.value.kind === 'stream') this.budget.decoded(object.value.raw.length)
    const isSection = this.revisions.some(({ sections }) => sections.some(({ start }) => start === object.start))
    const fault = () => new PdfFault('object-malformed', object.start, 'no encrypted data')
    return isSection ? object : decryptObject(object, decryption, () => this.#note(fault(), object.number))
  }

  /** The object an entry in force names; faults are recorded once and the object then counts as missing. */
  read(number: number, live: LiveEntry, view: View): IndirectObject | undefined {
    this.#decrypt()
    const { entry } = live
    if (entry.type === 'free') return undefined
    if (entry.type === 'packed') return this.#unpack(number, entry, view)
    if (this.#plain.has(entry.offset)) return this.#checked(number, entry)
    // Set before parsing: a stream whose /Length is itself must end, not recurse.
    this.#plain.set(entry.offset, undefined)
    this.budget.object()
    try {
      const end = this.revisions[live.revision]?.end ?? this.bytes.length
      const lengthOf = (value: PdfValue | undefined) => integerOf(view.resolve(value))
      this.#plain.set(
        entry.offset,
        this.#open(readIndirectObject(this.bytes, entry.offset, end, lengthOf, this.budget)),
      )
    } catch (error) {
      this.#note(error, number)
    }
    return this.#checked(number, entry)
  }

  /** P6(a): the bytes at the offset begin the very object, of the very generation. */
  #checked(number: number, { offset, generation }: { offset: number; generation: number }): IndirectObject | undefined {
    const object = this.#plain.get(offset)
    if (!object || (object.number === number && object.generation === generation)) return object
    this.#note(new PdfFault('xref-object-mismatch', offset, `object ${number} ${generation} expected`), number)
    return undefined
  }

  #note(error: unknown, object: number): void {
    const fault = faultOf(error)
    if (!fault) throw error
    const key = `${fault.code} ${object}`
    if (this.#noted.has(key)) return
    this.#noted.add(key)
    if (this.#noted.size > maximalFaults) throw new BudgetExceeded('faults')
    this.faults.push({ ...fault, object })
  }

  /** P6(c), P14: the container is an object stream of the same increment. */
  #unpack(number: number, entry: { container: number; index: number }, view: View): IndirectObject | undefined {
    if (this.unreadable) return undefined
    const live = view.table.get(entry.container)
    if (live?.entry.type !== 'plain') {
      const at = this.revisions[view.revision.index]?.sections[0]?.start ?? 0
      this.#note(new PdfFault('object-malformed', at, `object stream ${entry.container} is missing`), number)
      return undefined
    }
    const members = this.#members(entry.container, live.entry.offset, view)
    const member = members?.get(entry.index)
    if (member?.number === number) return member
    // Some readers look for the number and not at the index, and find what this one does not.
    if (members) this.#note(new PdfFault('xref-object-mismatch', live.entry.offset, 'index in object stream'), number)
    return undefined
  }

  /** Members of the object stream at an offset by their index; undefined when it cannot be read. */
  #members(container: number, offset: number, view: View): Map<number, IndirectObject> | undefined {
    if (this.#packed.has(offset)) return this.#packed.get(offset)
    this.#packed.set(offset, undefined)
    try {
      const context: ContainerContext = {
        number: container,
        budget: this.budget,
        resolve: (value) => view.resolve(value),
        note: (fault) => this.faults.push({ ...fault, offset, object: container }),
      }
      const members = readObjectStream(view.object(container)?.value, context)
      this.#packed.set(offset, new Map(members.map((member) => [member.start, member])))
    } catch (error) {
      // Offsets inside the decoded stream mean nothing in the file.
      const fault = faultOf(error)
      this.#note(fault ? new PdfFault(fault.code, offset, fault.detail ?? '') : error, container)
    }
    return this.#packed.get(offset)
  }
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

  /** The dictionary at a key, that of a stream too. */
  dict(dict: PdfDict | undefined, key: string): PdfDict | undefined {
    return dictOf(this.get(dict, key))
  }

  /** The name at a key. */
  name(dict: PdfDict | undefined, key: string): string | undefined {
    return nameOf(this.get(dict, key))
  }

  /** The number at a key. */
  number(dict: PdfDict | undefined, key: string): number | undefined {
    return numberOf(this.get(dict, key))
  }

  /** The resolved items of the array at a key. */
  items(dict: PdfDict | undefined, key: string): PdfValue[] {
    return itemsOf(this.get(dict, key)).map((item) => this.resolve(item))
  }
}
