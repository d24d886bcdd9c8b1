/** Where a value stands in the buffer it was read from: [start, end). */
interface Placed {
  start: number
  end: number
}

/** The null object, also what a reference to a missing object means. */
export interface PdfNull extends Placed {
  kind: 'null'
}
/** true or false. */
export interface PdfBoolean extends Placed {
  kind: 'boolean'
  value: boolean
}
/** Integer or real. */
export interface PdfNumber extends Placed {
  kind: 'number'
  value: number
  integer: boolean
}
/** A name after `#xx` decoding, one character a byte. */
export interface PdfName extends Placed {
  kind: 'name'
  value: string
  /** A regular character was written as `#xx` (P13). */
  obfuscated: boolean
}
/** A string; `hex` tells `<…>` from `(…)`. */
export interface PdfString extends Placed {
  kind: 'string'
  bytes: Buffer
  hex: boolean
}
/** An array, and where it stands in the file (ISO 32000-2 7.3.6). */
export interface PdfArray extends Placed {
  kind: 'array'
  items: PdfValue[]
}
/** A dictionary; the first of several equal keys is kept and the key is named in `duplicates` (P13). */
export interface PdfDict extends Placed {
  kind: 'dict'
  entries: Map<string, PdfValue>
  duplicates: string[]
  obfuscated: string[]
}
/** An indirect reference. */
export interface PdfRef extends Placed {
  kind: 'ref'
  number: number
  generation: number
}
/** A stream: its dictionary and its raw bytes, still encoded. */
export interface PdfStream extends Placed {
  kind: 'stream'
  dict: PdfDict
  raw: Buffer
}

/** Any PDF object (ISO 32000-2 7.3). */
export type PdfValue = PdfNull | PdfBoolean | PdfNumber | PdfName | PdfString | PdfArray | PdfDict | PdfRef | PdfStream

/** The null object at no place. */
export const nothing: PdfNull = { kind: 'null', start: 0, end: 0 }

/** The dictionary of a dictionary or of a stream, else undefined. */
export function dictOf(value: PdfValue | undefined): PdfDict | undefined {
  if (value?.kind === 'dict') return value
  return value?.kind === 'stream' ? value.dict : undefined
}

/** The text of a name, else undefined. */
export function nameOf(value: PdfValue | undefined): string | undefined {
  return value?.kind === 'name' ? value.value : undefined
}

/** The value of an integer, else undefined. */
export function integerOf(value: PdfValue | undefined): number | undefined {
  return value?.kind === 'number' && value.integer ? value.value : undefined
}

/** The value of a number, else undefined. */
export function numberOf(value: PdfValue | undefined): number | undefined {
  return value?.kind === 'number' ? value.value : undefined
}

/** The items of an array, else none. */
export function itemsOf(value: PdfValue | undefined): PdfValue[] {
  return value?.kind === 'array' ? value.items : []
}

/**
 * PDFDocEncoding where it differs from ISO 8859-1 (ISO 32000-2 D.2); bytes without a character are kept as they are.
 */
const documentEncoding = new Map<number, string>([
  ...[...'˘ˇˆ˙˝˛˚˜'].map((character, index): [number, string] => [0x18 + index, character]),
  ...[...'•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž'].map((character, index): [number, string] => [0x80 + index, character]),
  [0xa0, '€'],
])

/** Text of a text string: UTF-16 or UTF-8 by its mark, else PDFDocEncoding (ISO 32000-2 7.9.2.2). */
export function textOf(value: PdfValue | undefined): string | undefined {
  if (value?.kind !== 'string') return undefined
  const { bytes } = value
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return utf16(bytes.subarray(2))
  // Against the standard, but read by everybody.
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.subarray(2).toString('utf16le')
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.subarray(3).toString('utf8')
  if (!bytes.some((byte) => documentEncoding.has(byte))) return bytes.toString('latin1')
  return Array.from(bytes, (byte) => documentEncoding.get(byte) ?? String.fromCharCode(byte)).join('')
}

function utf16(bytes: Buffer): string {
  const even = Buffer.from(bytes.subarray(0, bytes.length & ~1))
  return even.swap16().toString('utf16le')
}

/** `number generation obj … endobj` at [start, end), or an object inside an object stream. */
export interface IndirectObject {
  number: number
  generation: number
  value: PdfValue
  start: number
  end: number
  /** The object stream it lies in; its offsets are then those of the decoded stream. */
  container?: number
  /** A comment stands within it (P11). */
  commented?: true
}

/** D4: same type, keys and bytes, numbers by value; references are equal when they name the same object. */
export function equalValues(one: PdfValue | undefined, other: PdfValue | undefined): boolean {
  if (!one || !other || one.kind !== other.kind) return one === other
  if (one.kind === 'array' || one.kind === 'dict' || one.kind === 'stream') return equalContainers(one, other)
  return equalScalars(one, other)
}

function equalScalars(one: PdfValue, other: PdfValue): boolean {
  if (one.kind === 'null') return true
  if (one.kind === 'string') return other.kind === 'string' && one.bytes.equals(other.bytes)
  if (one.kind === 'ref') {
    return other.kind === 'ref' && one.number === other.number && one.generation === other.generation
  }
  return 'value' in one && 'value' in other && one.value === other.value
}

function equalContainers(one: PdfValue, other: PdfValue): boolean {
  if (one.kind === 'array') return other.kind === 'array' && equalItems(one.items, other.items)
  if (one.kind === 'dict') return other.kind === 'dict' && equalDicts(one, other)
  if (one.kind !== 'stream' || other.kind !== 'stream') return false
  return equalDicts(one.dict, other.dict) && one.raw.equals(other.raw)
}

function equalItems(one: PdfValue[], other: PdfValue[]): boolean {
  return one.length === other.length && one.every((item, index) => equalValues(item, other[index]))
}

/** An entry that is null is none (ISO 32000-2 7.3.7). */
function equalDicts(one: PdfDict, other: PdfDict): boolean {
  if (other.duplicates.length > 0) return false
  const [ownKeys, otherKeys] = [entriesOf(one), entriesOf(other)]
  return (
    ownKeys.length === otherKeys.length && ownKeys.every(([key, value]) => equalValues(value, other.entries.get(key)))
  )
}

const entriesOf = ({ entries }: PdfDict) => [...entries].filter(([, { kind }]) => kind !== 'null')
