import { inflateSync } from 'node:zlib'
import { type IntakeLimits, IntakeRefusal } from './intake-refusal.ts'
import { lzwSize } from './lzw-size.ts'

interface StreamMeter {
  /** `data` may reach past the stream's end; `dictionary` is the source of its dictionary. */
  add(data: Uint8Array, dictionary: string): void
}

/** Nobody chains more than two or three filters; each link is a chance for a bomb in a bomb. */
const deepestChain = 4
/** Encrypted object streams cannot be measured before they are opened, at up to 1032 bytes for one. */
const encryptedObjectStreams = 256 * 1024
/** The largest contracts have a few thousand streams; each costs microseconds even when empty. */
const mostStreams = 100_000

/**
 * Measures every stream that the bytes hold, wherever it lies, before any parser touches the file. Refuses a bomb as
 * too-complex, and an encrypted file whose unmeasurable object streams are large as encrypted.
 */
export function measureStreams(bytes: Buffer, limits: IntakeLimits): void {
  const meter = streamMeter(limits)
  const encrypted = bytes.includes('/Encrypt')
  let unmeasured = 0
  let count = 0
  for (let at = bytes.indexOf('stream'); at >= 0; at = bytes.indexOf('stream', at + 6)) {
    const start = streamStart(bytes, at)
    if (start === undefined) continue
    if (++count > mostStreams) throw new IntakeRefusal('too-complex', 'too many streams')
    const before = bytes.toString('latin1', Math.max(0, at - 2048), at)
    const dictionary = before.slice(before.lastIndexOf(' obj') + 1)
    if (encrypted && /\/ObjStm\b/.test(dictionary)) {
      const end = bytes.indexOf('endstream', start)
      unmeasured += (end < 0 ? bytes.length : end) - start
      if (unmeasured > encryptedObjectStreams) throw new IntakeRefusal('encrypted', 'large encrypted object streams')
    }
    meter.add(bytes.subarray(start), dictionary)
  }
}

/** Images count apart: each is large, and no reader holds them all at once. */
function streamMeter(limits: IntakeLimits): StreamMeter {
  let total = 0
  let images = 0
  return {
    add(data, dictionary) {
      const image = /\/Subtype\s*\/Image\b/.test(dictionary)
      const left = image ? limits.imageBytes - images : limits.totalBytes - total
      const size = inflatedSize(data, dictionary, Math.min(limits.streamBytes, left), 0)
      if (image) images += size
      else total += size
    },
  }
}

/** ISO 32000-1 §7.3.8: `stream` follows its dictionary and ends with LF or CR LF; a lone CR is read by many. */
function streamStart(bytes: Buffer, at: number): number | undefined {
  if (bytes.toString('latin1', at - 3, at) === 'end') return undefined
  if (bytes[at + 6] === 0x0a) return at + 7
  if (bytes[at + 6] !== 0x0d) return undefined
  return bytes[at + 7] === 0x0a ? at + 8 : at + 7
}

function inflatedSize(data: Uint8Array, dictionary: string, limit: number, depth: number): number {
  if (depth > deepestChain) throw new IntakeRefusal('too-complex', 'filters nested too deeply')
  const text = textFilter(dictionary, depth)
  if (text) return inflatedSize(decodeText(data, text), dictionary, limit, depth + 1)
  if (looksLikeZlib(data)) {
    const inflated = inflate(data, limit)
    const inner = /\[[^\]]*(Flate|Fl)[^\]]*\b(Flate|Fl)/.test(dictionary) || /\/Filter\s+\d+\s/.test(dictionary)
    return inflated.length + (inner ? inflatedSize(inflated, dictionary, limit, depth + 1) : 0)
  }
  const size = /\/(LZWDecode|LZW)\b/.test(dictionary) ? lzwSize(data, limit) : 0
  if (size > limit) throw new IntakeRefusal('too-complex', 'LZW stream inflates too far')
  return size
}

/** RFC 1950: method 8, and the two header bytes are a multiple of 31. */
function looksLikeZlib(data: Uint8Array): boolean {
  const [first = 0, second = 0] = data
  return (first & 15) === 8 && ((first << 8) | second) % 31 === 0
}

function inflate(data: Uint8Array, limit: number): Buffer {
  try {
    return inflateSync(data, { maxOutputLength: Math.max(1, limit) })
  } catch (cause) {
    if (cause instanceof RangeError) throw new IntakeRefusal('too-complex', 'stream inflates too far', { cause })
    // Broken or cut-off data yields less than the limit; what it means is for the parser to say.
    return Buffer.alloc(0)
  }
}

function textFilter(dictionary: string, depth: number): 'hex' | 'base85' | undefined {
  const filters = dictionary.match(/\/(ASCIIHexDecode|AHx|ASCII85Decode|A85)\b/g)
  const filter = filters?.[depth]
  if (!filter) return undefined
  return /Hex|AHx/.test(filter) ? 'hex' : 'base85'
}

function decodeText(data: Uint8Array, filter: 'hex' | 'base85'): Uint8Array {
  const end = filter === 'hex' ? '>' : '~>'
  const source = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const length = source.indexOf(end)
  const text = source.toString('latin1', 0, length < 0 ? source.length : length).replaceAll(/\s/g, '')
  return filter === 'hex' ? Buffer.from(text, 'hex') : base85(text)
}

function base85(text: string): Uint8Array {
  const groups = text.replaceAll('z', '!!!!!').match(/.{1,5}/gs) ?? []
  const out = Buffer.alloc(groups.length * 4)
  for (const [i, group] of groups.entries()) {
    let value = 0
    for (const character of group.padEnd(5, 'u')) value = value * 85 + character.charCodeAt(0) - 33
    out.writeUInt32BE((value >>> 0) % 2 ** 32, i * 4)
  }
  return out
}
