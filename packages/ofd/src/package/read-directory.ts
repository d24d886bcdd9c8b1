import { OfdFault } from '../bounds/ofd-fault.ts'
import { namesAnother } from './entry-name.ts'

/** An entry as the central directory has it. */
export interface RawEntry {
  name: Buffer
  flags: number
  method: number
  crc: number
  /** Bytes. */
  packed: number
  unpacked: number
  /** Where its local header begins. */
  offset: number
  /** Its sizes stand behind its data. */
  hasDescriptor: boolean
}

/** Where the central directory lies, and how many bytes follow the end record. */
export interface Directory {
  from: number
  to: number
  count: number
  behind: number
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
/** APPNOTE.TXT 4.4.4. */
const flag = { encrypted: 0x1, descriptor: 0x8, patched: 0x20, strong: 0x40, masked: 0x2000 }
const unreadable = flag.encrypted | flag.patched | flag.strong | flag.masked
const endLength = 22

/** Finds the end record and what it names. Throws `OfdFault`, also for ZIP64 and for archives of several parts. */
export function findDirectory(bytes: Buffer): Directory {
  const at = endRecord(bytes)
  const count = bytes.readUInt16LE(at + 10)
  const size = bytes.readUInt32LE(at + 12)
  const from = bytes.readUInt32LE(at + 16)
  const isWhole = bytes.readUInt32LE(at + 4) === 0 && bytes.readUInt16LE(at + 8) === count
  if (!isWhole || count === 0xffff || from + size !== at) throw damaged('end record')
  return { from, to: at, count, behind: bytes.length - at - endLength }
}

/** The last one; what stands behind it is loose, whether it calls itself a comment or not. */
function endRecord(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - endLength - 0xffff)
  for (let at = bytes.length - endLength; at >= first; at--) {
    if (bytes.readUInt32LE(at) === endSignature) return at
  }
  throw damaged('no end record')
}

/** Lists the entries. Throws `OfdFault` when they are not exactly what the end record says, or too many. */
export function readDirectory(bytes: Buffer, { from, to, count }: Directory, most: number): RawEntry[] {
  if (count > most) throw new OfdFault('budget-exceeded', `${count} entries`)
  const entries: RawEntry[] = []
  let at = from
  for (let left = count; left > 0; left--) {
    if (at + 46 > to || bytes.readUInt32LE(at) !== entrySignature) throw damaged('directory is cut off')
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
    const extraEnd = nameEnd + bytes.readUInt16LE(at + 30)
    const entry = entryAt(bytes, at, bytes.subarray(at + 46, nameEnd))
    if (namesAnother(bytes.subarray(nameEnd, extraEnd))) throw new OfdFault('ofd-names-ambiguous', 'Unicode path')
    entries.push(entry)
    at = extraEnd + bytes.readUInt16LE(at + 32)
  }
  if (at !== to) throw damaged('directory size')
  return entries
}

function entryAt(bytes: Buffer, at: number, name: Buffer): RawEntry {
  const flags = bytes.readUInt16LE(at + 8)
  const method = bytes.readUInt16LE(at + 10)
  if ((flags & unreadable) !== 0) throw new OfdFault('encrypted-unreadable', 'ZIP')
  if (method !== 0 && method !== 8) throw damaged(`compression method ${method}`)
  const entry: RawEntry = {
    name,
    flags,
    method,
    crc: bytes.readUInt32LE(at + 16),
    packed: bytes.readUInt32LE(at + 20),
    unpacked: bytes.readUInt32LE(at + 24),
    offset: bytes.readUInt32LE(at + 42),
    hasDescriptor: (flags & flag.descriptor) !== 0,
  }
  if (method === 0 && entry.packed !== entry.unpacked) throw damaged('stored size')
  if (bytes.readUInt16LE(at + 34) !== 0) throw damaged('several parts')
  return entry
}

const damaged = (detail: string) => new OfdFault('ofd-package-damaged', detail)
