/** Reads bytes of a file from `at` on; fewer only at its end. */
export type ReadAt = (at: number, length: number) => Promise<Buffer>

/** A file of an archive as its directory has it; `at` is where its local header begins. */
export interface ArchiveEntry {
  path: string
  length: number
  crc: number
  at: number
}

/** What is wrong with an archive as such; `code` as `EvidenceCode` has it. */
export class ArchiveFault extends Error {
  override name = 'ArchiveFault'
  readonly code: 'bundle-unreadable' | 'bundle-duplicate' | 'bundle-loose'
  readonly detail: string
  constructor(code: ArchiveFault['code'], detail: string) {
    super(`${code} ${detail}`)
    this.code = code
    this.detail = detail
  }
}

const most32 = 0xffff_ffff
const most16 = 0xffff
const endLength = 22
/** Central directories are read in parts of so many bytes. */
const partLength = 1 << 20

type Directory = { count: number; at: number; size: number }

/**
 * The files of an archive of any size, in the order in which they lie in it, by its central directory alone, ZIP64 too.
 * Throws ArchiveFault: every byte belongs to one file, to the directory or to its end, and nothing is compressed.
 */
export async function archiveEntries(read: ReadAt, size: number): Promise<ArchiveEntry[]> {
  const directory = await directoryOf(read, size)
  const entries: ArchiveEntry[] = []
  const seen = new Set<string>()
  let expected = 0
  for await (const entry of entriesIn(read, directory)) {
    // Case folds on many file systems: what is one file there must not be two here.
    const folded = entry.path.normalize('NFC').toLowerCase()
    if (seen.has(folded)) throw new ArchiveFault('bundle-duplicate', entry.path)
    seen.add(folded)
    if (entry.at !== expected) throw new ArchiveFault('bundle-loose', entry.path)
    expected = entry.at + 30 + Buffer.byteLength(entry.path) + entry.length
    entries.push(entry)
  }
  if (entries.length !== directory.count || expected !== directory.at) throw new ArchiveFault('bundle-loose', '')
  return entries
}

/** A file's bytes. Throws ArchiveFault when its local header speaks of another file. */
export async function archiveFile(read: ReadAt, { path, length, crc, at }: ArchiveEntry): Promise<Buffer> {
  const name = Buffer.from(path)
  const bytes = await read(at, 30 + name.length + length)
  const isWhole =
    bytes.length === 30 + name.length + length &&
    bytes.readUInt32LE(0) === 0x04034b50 &&
    bytes.readUInt16LE(8) === 0 &&
    bytes.readUInt32LE(14) === crc &&
    bytes.readUInt32LE(18) === length &&
    bytes.readUInt16LE(26) === name.length &&
    bytes.readUInt16LE(28) === 0 &&
    bytes.subarray(30, 30 + name.length).equals(name)
  if (!isWhole) throw new ArchiveFault('bundle-unreadable', path)
  return bytes.subarray(30 + name.length)
}

async function directoryOf(read: ReadAt, size: number): Promise<Directory> {
  const end = size < endLength ? Buffer.alloc(0) : await read(size - endLength, endLength)
  if (end.length < endLength || end.readUInt32LE(0) !== 0x06054b50 || end.readUInt16LE(20) !== 0) {
    throw new ArchiveFault('bundle-unreadable', 'end of central directory')
  }
  const small = { count: end.readUInt16LE(10), size: end.readUInt32LE(12), at: end.readUInt32LE(16) }
  const isSmall = small.count !== most16 && small.size !== most32 && small.at !== most32
  return isSmall ? checked(small, size - endLength) : largeDirectory(read, size)
}

/** The same of the ZIP64 records before the end. */
async function largeDirectory(read: ReadAt, size: number): Promise<Directory> {
  const start = size - endLength - 20 - 56
  const record = start < 0 ? Buffer.alloc(0) : await read(start, 76)
  const isThere =
    record.length === 76 && record.readUInt32LE(0) === 0x06064b50 && record.readUInt32LE(56) === 0x07064b50
  if (!isThere || record.readBigUInt64LE(64) !== BigInt(start)) throw new ArchiveFault('bundle-unreadable', 'ZIP64')
  const numberAt = (place: number) => Number(record.readBigUInt64LE(place))
  return checked({ count: numberAt(32), size: numberAt(40), at: numberAt(48) }, start)
}

/** The directory ends where its end begins. */
function checked(directory: Directory, end: number): Directory {
  if (directory.at + directory.size !== end) throw new ArchiveFault('bundle-loose', '')
  return directory
}

async function* entriesIn(read: ReadAt, { count, at, size }: Directory): AsyncGenerator<ArchiveEntry> {
  const end = at + size
  let place = at
  let part: Buffer = Buffer.alloc(0)
  for (let number = 0; number < count; number++) {
    // No entry is longer: 46 bytes, a name and an extra field of 64 KB each at most.
    if (part.length < 3 * most16 && place + part.length < end) {
      part = await read(place, Math.min(partLength, end - place))
    }
    const { entry, length } = entryAt(part)
    part = part.subarray(length)
    place += length
    yield entry
  }
  if (place !== end) throw new ArchiveFault('bundle-loose', '')
}

function entryAt(part: Buffer): { entry: ArchiveEntry; length: number } {
  const cut = new ArchiveFault('bundle-unreadable', 'central directory')
  if (part.length < 46 || part.readUInt32LE(0) !== 0x02014b50) throw cut
  const [nameLength, extraLength] = [part.readUInt16LE(28), part.readUInt16LE(30)]
  const length = 46 + nameLength + extraLength
  const isPlain = part.readUInt16LE(10) === 0 && part.readUInt32LE(20) === part.readUInt32LE(24)
  if (part.length < length || !isPlain || part.readUInt16LE(32) !== 0) throw cut
  const near = part.readUInt32LE(42)
  const extra = part.subarray(46 + nameLength, length)
  if (near === most32 && (extra.length !== 12 || extra.readUInt32LE(0) !== 0x0008_0001)) throw cut
  return {
    entry: {
      path: part.toString('utf8', 46, 46 + nameLength),
      length: part.readUInt32LE(24),
      crc: part.readUInt32LE(16),
      at: near === most32 ? Number(extra.readBigUInt64LE(4)) : near,
    },
    length,
  }
}
