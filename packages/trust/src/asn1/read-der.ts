/** One element of ASN.1 in DER or BER (X.690). */
export interface Der {
  tag: number
  /** The whole element, tag and length included. */
  raw: Buffer
  content: Buffer
  /** Its length is indefinite, which DER forbids. */
  indefinite: boolean
  /** It was read by the rules of DER for lengths, and so is all in it. */
  strict: boolean
}

/** Thrown for bytes that are no ASN.1 element of the wanted kind. */
export class DerFault extends Error {
  override name = 'DerFault'
}

/** What a reading gives, or undefined for bytes that are not the DER it wants. */
export function attemptDer<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof DerFault) return undefined
    throw error
  }
}

/** Universal and context tags, as their first byte. */
export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  enumerated: 0x0a,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  context0: 0xa0,
  context1: 0xa1,
  context2: 0xa2,
  context3: 0xa3,
} as const

const maximalDepth = 40

/** The first element of some bytes, in BER too; what follows it is not looked at. Throws `DerFault`. */
export const readDer = (bytes: Buffer): Der => readElement(bytes, false)

/** The same, and it and all in it must have definite lengths in the shortest form. */
export const readStrictDer = (bytes: Buffer): Der => readElement(bytes, true)

function readElement(bytes: Buffer, strict: boolean, depth = 0): Der {
  const tag = bytes[0]
  const first = bytes[1]
  if (tag === undefined || first === undefined) throw new DerFault('too short')
  if ((tag & 0x1f) === 0x1f) throw new DerFault('long tag')
  if (depth > maximalDepth) throw new DerFault('nested too deep')
  if (first === 0x80 && !strict) return readIndefinite(bytes, tag, depth)
  const { length, header } = readLength(bytes, first, strict)
  if (header + length > bytes.length) throw new DerFault('length beyond the end')
  const raw = bytes.subarray(0, header + length)
  return { tag, raw, content: raw.subarray(header), indefinite: false, strict }
}

function readLength(bytes: Buffer, first: number, strict: boolean): { length: number; header: number } {
  if (first < 0x80) return { length: first, header: 2 }
  const count = first & 0x7f
  if (count < 1 || count > 4 || bytes.length < 2 + count) throw new DerFault('length')
  const length = bytes.readUIntBE(2, count)
  if (strict && length < (count === 1 ? 0x80 : 256 ** (count - 1))) throw new DerFault('length is not minimal')
  return { length, header: 2 + count }
}

function readIndefinite(bytes: Buffer, tag: number, depth: number): Der {
  if ((tag & 0x20) === 0) throw new DerFault('a primitive element of indefinite length')
  let at = 2
  while (!(bytes[at] === 0 && bytes[at + 1] === 0)) at += readElement(bytes.subarray(at), false, depth + 1).raw.length
  return { tag, raw: bytes.subarray(0, at + 2), content: bytes.subarray(2, at), indefinite: true, strict: false }
}

/** The elements inside a constructed one, read as it was. Throws `DerFault`. */
export function childrenOf(parent: Der): Der[] {
  if ((parent.tag & 0x20) === 0) throw new DerFault('not constructed')
  const children: Der[] = []
  for (let at = 0; at < parent.content.length;) {
    const child = readElement(parent.content.subarray(at), parent.strict)
    children.push(child)
    at += child.raw.length
  }
  return children
}

/** The element reached by `path` (positions from 0); throws `DerFault` when there is none. */
export function descend(element: Der, ...path: number[]): Der {
  return path.reduce((at, position) => {
    const child = childrenOf(at)[position]
    if (!child) throw new DerFault(`no element at position ${position}`)
    return child
  }, element)
}

/** The element itself when it has the tag; throws `DerFault` when it is absent or another. */
export function expect(element: Der | undefined, tag: number): Der {
  if (element?.tag !== tag) throw new DerFault(`tag ${tag} expected, ${element?.tag ?? 'nothing'} found`)
  return element
}

/** Children of an element that must have the tag. */
export function childrenIn(element: Der | undefined, tag: number): Der[] {
  return childrenOf(expect(element, tag))
}

/** Dotted form of an object identifier. */
export function oidOf(element: Der | undefined): string {
  const { content } = expect(element, tags.oid)
  const parts: number[] = []
  let value = 0
  for (const byte of content) {
    value = value * 128 + (byte & 0x7f)
    if ((byte & 0x80) !== 0) continue
    parts.push(value)
    value = 0
  }
  const [first = 0, ...rest] = parts
  const top = Math.min(2, Math.floor(first / 40))
  return [top, first - top * 40, ...rest].join('.')
}

/** The parameters of an AlgorithmIdentifier that takes none: absent or NULL (RFC 5754 2, RFC 4055 2.1). */
export function expectNoParameters(parameters: Der | undefined): void {
  const isNull = parameters?.tag === tags.null && parameters.content.length === 0
  if (parameters && !isNull) throw new DerFault('algorithm parameters')
}

/** Bytes of an octet string; BER may cut it into pieces. */
export function octetsOf(element: Der | undefined): Buffer {
  if (element?.tag === (tags.octetString | 0x20)) return Buffer.concat(childrenOf(element).map(octetsOf))
  return expect(element, tags.octetString).content
}

/** Bytes of a bit string without unused bits. */
export function bitsOf(element: Der | undefined): Buffer {
  const { content } = expect(element, tags.bitString)
  return content.subarray(1)
}

/** A count; nothing here counts as far as the largest that is told apart. Throws `DerFault`. */
export function countOf({ content }: Der): number {
  const first = content[0]
  if (first === undefined || (first & 0x80) !== 0) throw new DerFault('a count')
  return content.length > 4 ? 0xffffffff : content.readUIntBE(0, content.length)
}

/** Seconds may be missing in BER; a fraction exists in GeneralizedTime only. */
const timeForms = new Map<number, RegExp>([
  [tags.utcTime, /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?Z$/],
  [tags.generalizedTime, /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d+)?Z$/],
])

/** Milliseconds of a UTCTime or GeneralizedTime in UTC; throws `DerFault` for any other form. */
export function timeOf(element: Der | undefined): number {
  const source = element?.content.toString('latin1') ?? ''
  const form = element && timeForms.get(element.tag)
  const match = form?.exec(source)
  if (!match) throw new DerFault('time')
  const part = (index: number) => Number(match[index] || 0)
  const year = element?.tag === tags.utcTime ? part(1) + (part(1) < 50 ? 2000 : 1900) : part(1)
  return Date.UTC(year, part(2) - 1, part(3), part(4), part(5), part(6)) + Math.floor(part(7) * 1000)
}

/** Whether an element and all in it are in definite, minimal lengths and sets are sorted, as DER wants. */
export function isDer(element: Der, depth = 0): boolean {
  if (element.indefinite || depth > maximalDepth) return false
  const first = element.raw[1] ?? 0
  const { length } = element.content
  const minimal = length < 0x80 ? first === length : (first & 0x7f) === Math.ceil(Math.log2(length + 1) / 8)
  if (!minimal) return false
  if ((element.tag & 0x20) === 0) return true
  const children = childrenOf(element)
  if (element.tag === tags.set && !isSorted(children)) return false
  return children.every((child) => isDer(child, depth + 1))
}

function isSorted(elements: Der[]): boolean {
  return elements.every((element, index) => {
    const before = elements[index - 1]
    return !before || Buffer.compare(before.raw, element.raw) <= 0
  })
}

/** What some bytes are read as, one by one; those that cannot be read (`DerFault`) are left out. */
export function readable<T>(ders: readonly Buffer[], read: (der: Buffer) => T): T[] {
  return ders.flatMap((der) => {
    try {
      return [read(der)]
    } catch (error) {
      if (error instanceof DerFault) return []
      throw error
    }
  })
}
