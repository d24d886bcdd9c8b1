import { crc32, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import { OfdFault } from '../bounds/ofd-fault.ts'
import type { OfdLimits } from '../bounds/limits.ts'
import { decodeName, isPlainName, namesAnother } from './entry-name.ts'
import { findDirectory, type RawEntry, readDirectory } from './read-directory.ts'

/** The files of an OFD, by their names without a leading slash. */
export interface OfdPackage {
  names: ReadonlySet<string>
  /** Throws `OfdFault` for a file that does not unpack to what the directory says; undefined when there is none. */
  read: (name: string) => Buffer | undefined
  /** As `read`, of what is to be parsed; throws `OfdFault` also when that is too much together. */
  readToParse: (name: string) => Buffer | undefined
  /** Bytes that belong to no entry, where there are any. */
  loose: number
}

/** What zlib answers when it is asked how much it read. */
const inflated = z.object({ buffer: z.instanceof(Buffer), engine: z.object({ bytesWritten: z.number() }) })
const minRatioSize = 1024 * 1024
const localSignature = 0x04034b50
const descriptorSignature = 0x08074b50

/**
 * Reads a ZIP so that every reader finds the same files in it: one entry a name, every header saying the same, no
 * entry inside another. Throws `OfdFault`.
 */
export function readPackage(bytes: Buffer, limits: OfdLimits): OfdPackage {
  const directory = findDirectory(bytes)
  const raw = readDirectory(bytes, directory, limits.entries)
  checkSizes(raw, limits)
  const spans: { from: number; to: number }[] = []
  const files = new Map<string, RawEntry & { start: number }>()
  const folded = new Set<string>()
  for (const entry of raw) {
    const name = decodeName(entry.name)
    const { start, end } = locate(bytes, entry)
    spans.push({ from: entry.offset, to: end })
    if (name === undefined || !isPlainName(name)) throw new OfdFault('ofd-names-ambiguous', printable(entry.name))
    const known = name.replace(/\/$/, '').normalize('NFC').toLowerCase()
    if (folded.has(known)) throw new OfdFault('ofd-names-ambiguous', name)
    folded.add(known)
    if (!name.endsWith('/')) files.set(name, { ...entry, start })
    else if (entry.unpacked > 0) throw new OfdFault('ofd-names-ambiguous', name)
  }
  refuseFileAsFolder(files)
  const read = (name: string) => {
    const entry = files.get(name)
    return entry && unpack(bytes, entry, name)
  }
  let parsed = 0
  return {
    names: new Set(files.keys()),
    loose: looseBytes(spans, directory.from) + directory.behind,
    read,
    readToParse(name) {
      parsed += files.get(name)?.unpacked ?? 0
      if (parsed > limits.xmlTogether) throw new OfdFault('budget-exceeded', 'XML together')
      return read(name)
    },
  }
}

const printable = (name: Buffer) =>
  name
    .toString('latin1')
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .slice(0, 100)

function checkSizes(entries: RawEntry[], limits: OfdLimits): void {
  let total = 0
  for (const { packed, unpacked } of entries) {
    total += unpacked
    if (total > limits.unpacked) throw new OfdFault('budget-exceeded', 'unpacked size')
    if (unpacked > minRatioSize && unpacked > packed * limits.ratio) throw new OfdFault('budget-exceeded', 'ratio')
  }
}

/** A name that is a file for one reader is the folder of another file for the next. */
function refuseFileAsFolder(files: ReadonlyMap<string, unknown>): void {
  for (const name of files.keys()) {
    for (let at = name.indexOf('/'); at > 0; at = name.indexOf('/', at + 1)) {
      if (files.has(name.slice(0, at))) throw new OfdFault('ofd-names-ambiguous', name)
    }
  }
}

/** Where an entry's data starts and where all that is its own ends; its local header must agree with the directory. */
function locate(bytes: Buffer, entry: RawEntry): { start: number; end: number } {
  const { offset } = entry
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== localSignature) throw damaged('local header')
  const nameEnd = offset + 30 + bytes.readUInt16LE(offset + 26)
  const start = nameEnd + bytes.readUInt16LE(offset + 28)
  const end = start + entry.packed
  if (end > bytes.length) throw damaged('cut off')
  const isSame =
    bytes.subarray(offset + 30, nameEnd).equals(entry.name) &&
    bytes.readUInt16LE(offset + 6) === entry.flags &&
    bytes.readUInt16LE(offset + 8) === entry.method
  if (!isSame || namesAnother(bytes.subarray(nameEnd, start))) {
    throw new OfdFault('ofd-names-ambiguous', printable(entry.name))
  }
  if (entry.hasDescriptor) return { start, end: behindDescriptor(bytes, end, entry) }
  if (!saysSame(bytes, offset + 14, entry)) throw new OfdFault('ofd-names-ambiguous', printable(entry.name))
  return { start, end }
}

/** Whether CRC and sizes stand at a place as the directory has them. */
const saysSame = (bytes: Buffer, at: number, { crc, packed, unpacked }: RawEntry): boolean =>
  at + 12 <= bytes.length &&
  bytes.readUInt32LE(at) === crc &&
  bytes.readUInt32LE(at + 4) === packed &&
  bytes.readUInt32LE(at + 8) === unpacked

/** APPNOTE.TXT 4.3.9: the descriptor's own signature may be missing. */
function behindDescriptor(bytes: Buffer, at: number, entry: RawEntry): number {
  const isMarked = at + 16 <= bytes.length && bytes.readUInt32LE(at) === descriptorSignature
  if (isMarked && saysSame(bytes, at + 4, entry)) return at + 16
  if (saysSame(bytes, at, entry)) return at + 12
  throw damaged('data descriptor')
}

/** Bytes before the directory that belong to no entry. Throws where entries overlap. */
function looseBytes(spans: { from: number; to: number }[], directory: number): number {
  let loose = 0
  let at = 0
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    if (from < at) throw new OfdFault('ofd-names-ambiguous', 'overlapping entries')
    loose += from - at
    at = to
  }
  if (at > directory) throw new OfdFault('ofd-names-ambiguous', 'overlapping entries')
  return loose + directory - at
}

function unpack(bytes: Buffer, entry: RawEntry & { start: number }, name: string): Buffer {
  const packed = bytes.subarray(entry.start, entry.start + entry.packed)
  const content = entry.method === 0 ? packed : inflate(packed, entry.unpacked, name)
  if (content.length !== entry.unpacked || crc32(content) !== entry.crc) throw damaged(name)
  return content
}

/** Bytes behind the end of the compressed data would lie in the file unseen. */
function inflate(packed: Buffer, unpacked: number, name: string): Buffer {
  let result: unknown
  try {
    result = inflateRawSync(packed, { maxOutputLength: Math.max(1, unpacked), info: true })
  } catch {
    throw damaged(name)
  }
  const parts = inflated.safeParse(result)
  if (!parts.success || parts.data.engine.bytesWritten !== packed.length) throw damaged(name)
  return parts.data.buffer
}

const damaged = (detail: string) => new OfdFault('ofd-package-damaged', detail)
