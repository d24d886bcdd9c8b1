import { inflateRawSync } from 'node:zlib'
import { IntakeRefusal } from './intake-refusal.ts'

/** One file inside a ZIP archive; sizes are bytes as the central directory tells them. */
export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly packed: number
  readonly unpacked: number
  /** Where its local header begins. */
  readonly offset: number
}

const mebibyte = 1024 * 1024
/** A Word file of 20 MB with pictures unpacks to some tens of MB; far more is meant to exhaust memory. */
const mostUnpacked = 200 * mebibyte
const mostEntries = 5000
const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
/** APPNOTE.TXT 4.3.16: 22 bytes and a comment of at most 65,535. */
const endWithin = 22 + 0xffff

/**
 * Lists a ZIP's central directory. Throws IntakeRefusal damaged, or too-complex when it would unpack to over `most`
 * bytes.
 */
export function zipEntries(bytes: Buffer, most = mostUnpacked): ZipEntry[] {
  const end = endRecord(bytes)
  const count = bytes.readUInt16LE(end + 10)
  if (count > mostEntries) throw new IntakeRefusal('too-complex', `${count} entries`)
  const entries: ZipEntry[] = []
  let at = bytes.readUInt32LE(end + 16)
  let total = 0
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== entrySignature) {
      throw new IntakeRefusal('damaged', 'central directory is cut off')
    }
    const nameLength = bytes.readUInt16LE(at + 28)
    const entry = {
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    }
    entries.push(entry)
    total += entry.unpacked
    if (total > most) throw new IntakeRefusal('too-complex', `unpacks to over ${most} bytes`)
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** An entry's bytes. Throws IntakeRefusal damaged, also when it unpacks to more than its directory entry says. */
export function zipContent(bytes: Buffer, entry: ZipEntry): Buffer {
  const { offset, method, packed, unpacked } = entry
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== localSignature) {
    throw new IntakeRefusal('damaged', `${entry.name} has no local header`)
  }
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  const data = bytes.subarray(start, start + packed)
  if (method === 0) return data
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, unpacked) })
  } catch (cause) {
    throw new IntakeRefusal('damaged', `${entry.name} does not inflate`, { cause })
  }
}

function endRecord(bytes: Buffer): number {
  const from = Math.max(0, bytes.length - endWithin)
  for (let at = bytes.length - 22; at >= from; at--) if (bytes.readUInt32LE(at) === endSignature) return at
  throw new IntakeRefusal('damaged', 'no end of central directory')
}
