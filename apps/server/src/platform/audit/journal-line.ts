import { createHmac } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { type Keyed, keyedHash, type KeyedPart, keyFor } from '#src/platform/keys/keyed-hash.ts'

/** A guarded row: the space it belongs to ('' for none), its table, and what names it there. */
export type RowPlace = { space: string; table: string; key: string }

/** What a row says, by column; null where there is no row. */
export const Image = z.record(z.string(), z.json()).nullable()
export type Image = z.infer<typeof Image>

/** By column, the tag of what it said before and of what it says after; null where there was no row. */
export const Tags = z.record(z.string(), z.tuple([z.string().nullable(), z.string().nullable()]))
export type Tags = z.infer<typeof Tags>

/** One line of the journal; `at` in µs since epoch by the database's clock, `tags` as JSON. */
export type JournalLine = RowPlace & { at: number; tags: string }

/** A line as it is stored, with what holds it. */
export type JournalRow = Record<'space' | 'table_name' | 'row_key' | 'tags', string> & { made_at: number; mac: Buffer }

/** A stored line as it was made. */
export const lineOfRow = ({ space, table_name: table, row_key: key, made_at: at, tags }: JournalRow): JournalLine => {
  return { space, table, key, at, tags }
}

/** 72 bits: too many to guess one that passes, and few enough to keep. */
const tagBytes = 9

/** The tag of what a column of a row says; it is worth nothing in another row or column, and tells nobody the value. */
export function tagOf(keyed: Keyed, { space, table, key }: RowPlace, column: string, value: KeyedPart): string {
  const text = JSON.stringify([space, table, key, column, value])
  const mac = createHmac('sha256', keyFor(keyed, 'journal value')).update(text).digest()
  return mac.toString('base64url', 0, tagBytes)
}

/** The line of a row that said `before` and says `after`; null when both say the same. */
export function journalLine(
  keyed: Keyed,
  place: RowPlace,
  at: number,
  { before, after }: { before: Image; after: Image },
): JournalLine | null {
  const tags: Tags = {}
  for (const column of Object.keys(after ?? before ?? {})) {
    if (before && after && isDeepStrictEqual(before[column], after[column])) continue
    const tag = (image: Image) => image && tagOf(keyed, place, column, image[column] ?? null)
    tags[column] = [tag(before), tag(after)]
  }
  return Object.keys(tags).length === 0 ? null : { ...place, at, tags: JSON.stringify(tags) }
}

/** What holds a line to its row and time. */
export const lineMac = (keyed: Keyed, { space, table, key, at, tags }: JournalLine): Buffer =>
  keyedHash(keyed, 'journal line', [space, table, key, at, tags])

/** The chain after one more line, whose number is `seq`. */
export const chainedMac = (keyed: Keyed, before: Buffer, seq: number, mac: Buffer): Buffer =>
  keyedHash(keyed, 'journal chain', [before.toString('hex'), seq, mac.toString('hex')])

/** What holds the chain's head. */
export const headMac = (keyed: Keyed, { seq, chain }: ChainEnd): Buffer =>
  keyedHash(keyed, 'journal head', [seq, chain.toString('hex')])

/** How far a chain goes. */
export type ChainEnd = { seq: number; chain: Buffer }

/** A chain without a line. */
export const noLine: ChainEnd = { seq: 0, chain: Buffer.alloc(32) }
