import { IntakeRefusal } from '../intake-refusal.ts'

/** [MS-CFB] 2.1: sector numbers from here on mean something else than a place. */
const firstSpecial = 0xfffffffa
const headerSize = 512
const entrySize = 128
const streamType = 2
/** The part of the FAT's own sectors that the header names. */
const inHeader = 109
const tableAt = 0x4c
/** Small streams lie in sectors of 64 bytes, which the header must say ([MS-CFB] 2.2). */
const smallShift = 6
const smallSize = 1 << smallShift

const damaged = (detail: string) => new IntakeRefusal('damaged', detail)

/** The streams of an OLE2 file that lie at its root, by name, each with the places of its bytes in the file. */
export interface OleFile {
  /** The bytes of a stream; undefined when there is none of that name. Throws IntakeRefusal `damaged`. */
  read: (name: string) => Buffer | undefined
  /** A copy of the file in which these bytes stand in the place of a stream's; they must be as many. */
  replaced: (streams: ReadonlyMap<string, Buffer>) => Buffer
}

interface Piece {
  at: number
  length: number
}

/** Reads the structure of an OLE2 file ([MS-CFB]); nothing of it is trusted. Throws IntakeRefusal `damaged`. */
export function openOle(bytes: Buffer): OleFile {
  if (bytes.length < headerSize) throw damaged('an OLE2 file without header')
  const shift = bytes.readUInt16LE(0x1e)
  if ((shift !== 9 && shift !== 12) || bytes.readUInt16LE(0x20) !== smallShift) {
    throw damaged('an OLE2 sector size that is none')
  }
  const size = 1 << shift
  const sectorAt = (sector: number) => (sector + 1) * size
  const most = Math.ceil(bytes.length / size)
  const table = sectorTable(bytes, size, most)
  const chain = (first: number, { length, at }: Table): number[] => {
    const found: number[] = []
    for (let sector = first; sector < firstSpecial; sector = at(sector)) {
      if (found.length > length || sector >= length) throw damaged('an OLE2 chain that does not end')
      found.push(sector)
    }
    return found
  }
  const piecesOf = (first: number): Piece[] =>
    chain(first, table).map((sector) => ({ at: sectorAt(sector), length: size }))
  const entries = entriesIn(gather(bytes, piecesOf(bytes.readUInt32LE(0x30))))
  const cutoff = bytes.readUInt32LE(0x38)
  const container = piecesOf(entries[0]?.first ?? firstSpecial)
  const smallTable = tableIn([gather(bytes, piecesOf(bytes.readUInt32LE(0x3c)))], (container.length * size) / smallSize)

  const place = ({ first, length }: Entry): Piece[] => {
    if (length === 0) return []
    const pieces =
      length < cutoff
        ? chain(first, smallTable).map((sector) =>
            smallPiece(container, { at: sector * smallSize, length: smallSize }, size),
          )
        : piecesOf(first)
    const room = pieces.reduce((sum, piece) => sum + piece.length, 0)
    if (room < length) throw damaged('an OLE2 stream that is cut off')
    return cut(pieces, length)
  }
  const streams = new Map(entries.filter(({ type }) => type === streamType).map((entry) => [entry.name, entry]))
  return {
    read(name) {
      const entry = streams.get(name)
      return entry && gather(bytes, place(entry))
    },
    replaced(contents) {
      const copy = Buffer.from(bytes)
      for (const [name, content] of contents) {
        const entry = streams.get(name)
        if (!entry || entry.length !== content.length) throw new Error(`${name} is no stream of that length`)
        let from = 0
        for (const { at, length } of place(entry)) {
          content.copy(copy, at, from, from + length)
          from += length
        }
      }
      return copy
    },
  }
}

/** Of each sector the next one. */
interface Table {
  length: number
  at: (sector: number) => number
}

/** A table whose entries lie in these parts, all but the last of one length; none leads beyond `most` sectors. */
function tableIn(parts: readonly Buffer[], most: number): Table {
  const perPart = Math.max(1, (parts[0]?.length ?? 0) >> 2)
  const entries = parts.reduce((sum, part) => sum + (part.length >> 2), 0)
  return {
    length: Math.min(entries, most),
    at: (sector) => parts[Math.floor(sector / perPart)]?.readUInt32LE((sector % perPart) * 4) ?? firstSpecial,
  }
}

/** The file allocation table. A sector of it that is named twice would make it longer than the file. */
function sectorTable(bytes: Buffer, size: number, most: number): Table {
  const places = new Set<number>()
  const addPlaces = (numbers: readonly number[]) => {
    for (const sector of numbers.filter((one) => one < firstSpecial)) {
      if (places.has(sector)) throw damaged('an OLE2 table with a sector named twice')
      if ((sector + 2) * size > bytes.length) throw damaged('an OLE2 table beyond the end')
      places.add(sector)
    }
  }
  addPlaces(numbersIn(bytes.subarray(tableAt, tableAt + inHeader * 4)))
  let more = bytes.readUInt32LE(0x44)
  for (let steps = 0; more < firstSpecial; steps++) {
    const at = (more + 1) * size
    if (steps > most || at + size > bytes.length) throw damaged('an OLE2 table that does not end')
    const numbers = numbersIn(bytes.subarray(at, at + size))
    more = numbers.pop() ?? firstSpecial
    addPlaces(numbers)
  }
  const parts = [...places].map((sector) => bytes.subarray((sector + 1) * size, (sector + 2) * size))
  return tableIn(parts, most)
}

interface Entry {
  name: string
  type: number
  first: number
  length: number
}

/** Names occur once among the streams that we look for; those in storages of their own do no harm. */
function entriesIn(directory: Buffer): Entry[] {
  return Array.from({ length: Math.floor(directory.length / entrySize) }, (_, index) => {
    const entry = directory.subarray(index * entrySize, (index + 1) * entrySize)
    const nameLength = Math.min(64, Math.max(2, entry.readUInt16LE(64)))
    return {
      name: entry.toString('utf16le', 0, nameLength - 2),
      type: entry.readUInt8(66),
      first: entry.readUInt32LE(116),
      length: entry.readUInt32LE(120),
    }
  })
    .toReversed()
    .toSorted((a, b) => Number(b.type === 5) - Number(a.type === 5))
}

const numbersIn = (bytes: Buffer): number[] =>
  Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(index * 4))

function gather(bytes: Buffer, pieces: readonly Piece[]): Buffer {
  const end = pieces.reduce((last, { at }) => Math.max(last, at), 0)
  if (end > bytes.length) throw damaged('an OLE2 sector beyond the end')
  return Buffer.concat(pieces.map(({ at, length }) => bytes.subarray(at, at + length)))
}

/** Small streams share the sectors of one stream, whose pieces are `container`. */
function smallPiece(container: readonly Piece[], { at, length }: Piece, size: number): Piece {
  const piece = container[Math.floor(at / size)]
  if (!piece) throw damaged('a small OLE2 stream beyond its container')
  return { at: piece.at + (at % size), length }
}

function cut(pieces: readonly Piece[], length: number): Piece[] {
  let left = length
  return pieces.flatMap((piece) => {
    const part = Math.min(left, piece.length)
    left -= part
    return part > 0 ? [{ at: piece.at, length: part }] : []
  })
}
