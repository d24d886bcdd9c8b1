/** The part of DER (X.690) that CMS, RFC 3161 and X.509 need. */

/** One value: tag, length, concatenated contents. */
export function encode(tag: number, ...contents: Uint8Array[]): Buffer {
  let length = 0
  for (const part of contents) length += part.length
  const lengthSize = length < 0x80 ? 0 : length < 0x100 ? 1 : length < 0x10000 ? 2 : 3
  const value = Buffer.allocUnsafe(2 + lengthSize + length)
  value[0] = tag
  value[1] = lengthSize === 0 ? length : 0x80 | lengthSize
  if (lengthSize > 0) value.writeUIntBE(length, 2, lengthSize)
  let at = 2 + lengthSize
  for (const part of contents) {
    value.set(part, at)
    at += part.length
  }
  return value
}

/** SEQUENCE of encoded values. */
export const sequence = (...items: Uint8Array[]): Buffer => encode(0x30, ...items)
/** SET of encoded values, in the order given. */
export const set = (...items: Uint8Array[]): Buffer => encode(0x31, ...items)
/** SET OF in DER order (X.690 §11.6). */
export const setOf = (...items: Uint8Array[]): Buffer => set(...items.toSorted(Buffer.compare))
/** An OCTET STRING of these bytes. */
export const octets = (value: Uint8Array): Buffer => encode(0x04, value)
/** A BOOLEAN, true as 0xff (X.690 11.1). */
export const boolean = (value: boolean): Buffer => encode(0x01, Buffer.from([value ? 0xff : 0]))
/** A UTF8String of this text. */
export const utf8 = (value: string): Buffer => encode(0x0c, Buffer.from(value, 'utf8'))
/** PrintableString; the caller keeps to its alphabet. */
export const printable = (value: string): Buffer => encode(0x13, Buffer.from(value, 'latin1'))
/** BIT STRING of whole bytes. */
export const bits = (value: Uint8Array): Buffer => encode(0x03, Buffer.from([0]), value)
/** A constructed value under context tag `index`. */
export const explicit = (index: number, ...items: Uint8Array[]): Buffer => encode(0xa0 | index, ...items)
/** The one value of NULL, tag and length. */
export const nothing: Buffer = Buffer.from([0x05, 0x00])

/** BIT STRING with named bits, trailing zero bits removed (X.690 §11.2.2); bit 0 is the first. */
export function namedBits(...positions: number[]): Buffer {
  const last = Math.max(...positions)
  const bytes = Buffer.alloc((last >> 3) + 1)
  for (const position of positions) bytes[position >> 3] = (bytes[position >> 3] ?? 0) | (0x80 >> (position & 7))
  return encode(0x03, Buffer.from([7 - (last & 7)]), bytes)
}

/** INTEGER from a small number or from big-endian unsigned bytes. */
export function integer(value: number | Uint8Array): Buffer {
  const bytes = typeof value === 'number' ? numberBytes(value) : value
  let start = 0
  while (start < bytes.length - 1 && bytes[start] === 0) start++
  const trimmed = bytes.subarray(start)
  const negative = (trimmed[0] ?? 0) & 0x80
  return negative ? encode(0x02, Buffer.from([0]), trimmed) : encode(0x02, trimmed)
}

function numberBytes(value: number): Buffer {
  const bytes = Buffer.alloc(6)
  bytes.writeUIntBE(value, 0, 6)
  return bytes
}

const oids = new Map<string, Buffer>()

/** OBJECT IDENTIFIER from its dotted form, which stands in the code: of each there is one, which nobody may change. */
export function oid(dotted: string): Buffer {
  const known = oids.get(dotted)
  if (known) return known
  const made = encodeOid(dotted)
  oids.set(dotted, made)
  return made
}

function encodeOid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return encode(0x06, Buffer.from([first * 40 + second, ...rest].flatMap(base128)))
}

function base128(arc: number): number[] {
  const digits = [arc & 0x7f]
  for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) {
    digits.unshift((left & 0x7f) | 0x80)
  }
  return digits
}

const compactTime = (at: Date) => `${at.toISOString().replace(/[-:T]|\..*/g, '')}Z`

/** GeneralizedTime in UTC, to the second. */
export const generalizedTime = (at: Date): Buffer => encode(0x18, Buffer.from(compactTime(at)))

/** Time of X.509: UTCTime until 2049, GeneralizedTime from then on (RFC 5280 §4.1.2.5). */
export function certificateTime(at: Date): Buffer {
  return at.getUTCFullYear() < 2050 ? encode(0x17, Buffer.from(compactTime(at).slice(2))) : generalizedTime(at)
}
