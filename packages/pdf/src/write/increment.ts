import type { Ref, XrefStyle } from './pdf-syntax.ts'
import { type Entry, xrefStream, xrefTable } from './xref.ts'
import type { PdfFile } from '../read/pdf-file.ts'

/** What an increment must know of the bytes it is appended to. */
export interface Tail {
  /** Bytes before the increment. */
  length: number
  /** Offset of the newest cross-reference section. */
  startxref: number
  /** First unused object number: the trailer's /Size. */
  nextObject: number
}

/** Where the CMS goes: the hex string, angle brackets included, relative to the increment's first byte. */
export interface Placeholder {
  start: number
  end: number
}

/** A whole increment with an empty placeholder. */
export interface FinishedIncrement {
  bytes: Buffer
  placeholder: Placeholder
  startxref: number
  nextObject: number
}

const byteRangeBlank = `[0 ${'*'.repeat(10)} ${'*'.repeat(10)} ${'*'.repeat(10)}]`

/**
 * Writes the objects of one incremental update after `tail`, without looking at the bytes before it.
 * Use: `allocate`, `object` and `stream` in any order, `signature` once, then `finish`; without a signature
 * `finishUnsigned`.
 */
export class Increment {
  #tail: Tail
  #style: XrefStyle
  #bytes: Buffer
  #length = 0
  #entries: Entry[] = []
  #nextObject: number
  #byteRangeAt = -1
  #placeholder: Placeholder | undefined

  constructor(tail: Tail, style: XrefStyle, expectedSize = 64 * 1024) {
    this.#tail = tail
    this.#style = style
    this.#nextObject = tail.nextObject
    this.#bytes = Buffer.allocUnsafe(expectedSize)
    this.#write('\n')
  }

  /** The next free object number. */
  allocate(): Ref {
    return { number: this.#nextObject++, generation: 0 }
  }

  /** Writes or replaces an object; `body` is its source. */
  object(ref: Ref, body: string): void {
    this.#begin(ref)
    this.#write(`${body}\nendobj\n`)
  }

  /** Writes a stream; `dict` is its dictionary without `<<`, `>>` and /Length. */
  stream(ref: Ref, dict: string, data: Uint8Array | string): void {
    this.#begin(ref)
    this.#write(`<<${dict}/Length ${data.length}>>\nstream\n`)
    if (typeof data === 'string') this.#write(data)
    else this.#append(data)
    this.#write('\nendstream\nendobj\n')
  }

  /** A new stream object and its reference. */
  newStream(dict: string, data: Uint8Array | string): Ref {
    const ref = this.allocate()
    this.stream(ref, dict, data)
    return ref
  }

  /** The signature dictionary, with room for a CMS of `capacity` bytes. */
  signature(ref: Ref, dict: string, capacity: number): void {
    this.#begin(ref)
    this.#write(`<<${dict}/ByteRange `)
    this.#byteRangeAt = this.#length
    this.#write(`${byteRangeBlank}/Contents `)
    const start = this.#length
    this.#append(emptyContents(capacity))
    this.#placeholder = { start, end: this.#length }
    this.#write('>>\nendobj\n')
  }

  /** Adds the cross-reference section and fills in /ByteRange. */
  finish(): FinishedIncrement {
    if (!this.#placeholder) throw new Error('an increment needs its signature')
    const finished = this.finishUnsigned()
    this.#fillByteRange(this.#placeholder)
    return { ...finished, placeholder: this.#placeholder }
  }

  /** Adds the cross-reference section of an increment that holds no signature. */
  finishUnsigned(): Omit<FinishedIncrement, 'placeholder'> {
    const startxref = this.#tail.length + this.#length
    this.#writeXref(startxref)
    this.#write(`startxref\n${startxref}\n%%EOF\n`)
    return { bytes: this.#bytes.subarray(0, this.#length), startxref, nextObject: this.#nextObject }
  }

  #writeXref(startxref: number): void {
    const ownRef = this.#style.xref === 'stream' ? this.allocate() : undefined
    if (ownRef) this.#entries.push({ ...ownRef, offset: startxref })
    const section = {
      style: this.#style,
      entries: this.#entries.toSorted((a, b) => a.number - b.number),
      size: this.#nextObject,
      previous: this.#tail.startxref,
    }
    if (!ownRef) return this.#write(xrefTable(section))
    const { dict, data } = xrefStream(section)
    this.#write(`${ownRef.number} 0 obj\n<<${dict}/Length ${data.length}>>\nstream\n`)
    this.#append(data)
    this.#write('\nendstream\nendobj\n')
  }

  #fillByteRange(placeholder: Placeholder): void {
    const before = this.#tail.length + placeholder.start
    const after = this.#tail.length + placeholder.end
    const range = `[0 ${before} ${after} ${this.#length - placeholder.end}]`
    if (range.length > byteRangeBlank.length) throw new Error(`byte range ${range} does not fit`)
    this.#bytes.write(range.padEnd(byteRangeBlank.length), this.#byteRangeAt, 'latin1')
  }

  #begin(ref: Ref): void {
    this.#entries.push({ ...ref, offset: this.#tail.length + this.#length })
    this.#write(`${ref.number} ${ref.generation} obj\n`)
  }

  #write(source: string): void {
    this.#reserve(source.length)
    this.#length += this.#bytes.write(source, this.#length, 'latin1')
  }

  #append(data: Uint8Array): void {
    this.#reserve(data.length)
    this.#bytes.set(data, this.#length)
    this.#length += data.length
  }

  #reserve(more: number): void {
    const needed = this.#length + more
    if (needed <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}

/** A CMS larger than the room left for it; both in bytes. */
export class PlaceholderTooSmall extends Error {
  override name = 'PlaceholderTooSmall'
  readonly needed: number

  constructor(needed: number, capacity: number) {
    super(`CMS of ${needed} bytes does not fit into ${capacity}`)
    this.needed = needed
  }
}

/** Puts the CMS into its placeholder, in place; throws `PlaceholderTooSmall`. */
export function fillPlaceholder(bytes: Buffer, placeholder: Placeholder, cms: Buffer): void {
  const capacity = (placeholder.end - placeholder.start - 2) / 2
  if (cms.length > capacity) throw new PlaceholderTooSmall(cms.length, capacity)
  bytes.write(cms.toString('hex'), placeholder.start + 1, 'latin1')
}

const emptyByCapacity = new Map<number, Buffer>()

function emptyContents(capacity: number): Buffer {
  const known = emptyByCapacity.get(capacity)
  if (known) return known
  const made = Buffer.from(`<${'0'.repeat(capacity * 2)}>`)
  emptyByCapacity.set(capacity, made)
  return made
}

/** Why an increment after these bytes would not be read the same by every reader; undefined when it would. */
export function appendObstacle(bytes: Buffer, file: PdfFile | undefined): string | undefined {
  if (!file) return 'cross-reference damaged'
  if (file.views.some(({ encrypted }) => encrypted)) return 'encrypted'
  if (!/^%PDF-[12]\.\d[\r\n]/.test(bytes.subarray(0, 10).toString('latin1'))) return 'header not at the start'
  const tail = bytes.subarray(-2048).toString('latin1')
  if (!/startxref\s+\d+\s+%%EOF\s*$/.test(tail)) return 'bytes after the last %%EOF'
  return file.brokenFrom === undefined ? undefined : 'cross-reference damaged'
}
