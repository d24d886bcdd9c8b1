import { crc32 } from 'node:zlib'

/** A stored file of an archive: where its local header begins within its piece, and what the directory says of it. */
export interface StoredFile {
  path: string
  /** Bytes. */
  length: number
  crc: number
  /** Of the local header, from the beginning of the piece. */
  offset: number
  /** In hexadecimal. */
  sha256: string
}

/** A file that needs no ZIP64 local header is shorter than this; what is put into an archive always is. */
export const longestFile = 0xffff_fffe
const most32 = 0xffff_ffff
const most16 = 0xffff
/** UTF-8 names (APPNOTE.TXT 4.4.4, bit 11). */
const flags = 0x0800
const stored = 20
const zip64 = 45
/** 1980-01-01: the same bytes at any time. */
const dosDate = 0x0021

/** The CRC-32 that a ZIP has of a file. */
export const crcOf = (bytes: Buffer): number => crc32(bytes)

/** A local file header without compression (APPNOTE.TXT 4.3.7); the file's bytes follow it. */
export function localHeader({ path, length, crc }: Pick<StoredFile, 'path' | 'length' | 'crc'>): Buffer {
  const name = Buffer.from(path)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(stored, 4)
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(dosDate, 12)
  header.writeUInt32LE(crc, 14)
  header.writeUInt32LE(length, 18)
  header.writeUInt32LE(length, 22)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

/** A file's entry in the central directory (4.3.12); beyond 4 GB its place stands in a ZIP64 field (4.5.3). */
export function directoryEntry({ path, length, crc }: Pick<StoredFile, 'path' | 'length' | 'crc'>, at: number): Buffer {
  const name = Buffer.from(path)
  const far = at >= most32
  const extra = far ? Buffer.alloc(12) : Buffer.alloc(0)
  if (far) {
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(8, 2)
    extra.writeBigUInt64LE(BigInt(at), 4)
  }
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(far ? zip64 : stored, 4)
  entry.writeUInt16LE(far ? zip64 : stored, 6)
  entry.writeUInt16LE(flags, 8)
  entry.writeUInt16LE(dosDate, 14)
  entry.writeUInt32LE(crc, 16)
  entry.writeUInt32LE(length, 20)
  entry.writeUInt32LE(length, 24)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt16LE(extra.length, 30)
  entry.writeUInt32LE(far ? most32 : at, 42)
  return Buffer.concat([entry, name, extra])
}

/** What ends an archive (4.3.16), with the ZIP64 records (4.3.14, 4.3.15) where a number does not fit. */
export function directoryEnd({ count, at, size }: { count: number; at: number; size: number }): Buffer {
  const large = count >= most16 || at >= most32 || size >= most32
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(large ? most16 : count, 8)
  end.writeUInt16LE(large ? most16 : count, 10)
  end.writeUInt32LE(large ? most32 : size, 12)
  end.writeUInt32LE(large ? most32 : at, 16)
  if (!large) return end
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(zip64, 12)
  record.writeUInt16LE(zip64, 14)
  record.writeBigUInt64LE(BigInt(count), 24)
  record.writeBigUInt64LE(BigInt(count), 32)
  record.writeBigUInt64LE(BigInt(size), 40)
  record.writeBigUInt64LE(BigInt(at), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(at + size), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([record, locator, end])
}
