import { Refusal } from '@moqi/domain/refusal'

/** Where the next page begins: after the row of this time (ms) and id. */
export type Keyset = { at: number; id: string }

/** Reads a cursor; null for the first page. Throws `request/invalid` for what is none. */
export function readCursor(cursor: string | null | undefined): Keyset | null {
  if (!cursor) return null
  const found = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor)
  if (!found?.[2]) throw new Refusal('request/invalid')
  return { at: Number(found[1]), id: found[2] }
}

/** One page of rows of which one more was asked than it holds, and the cursor of the next. */
export function pageOf<T>(
  rows: T[],
  size: number,
  keyOf: (row: T) => Keyset,
): { page: T[]; nextCursor: string | null } {
  const page = rows.slice(0, size)
  const last = page.at(-1)
  if (rows.length <= size || last === undefined) return { page, nextCursor: null }
  const { at, id } = keyOf(last)
  return { page, nextCursor: `${at}.${id}` }
}

/** A typed text as a `like` pattern that finds it anywhere; null when nothing was typed. */
export const likeText = (text: string | undefined): string | null =>
  text ? `%${text.replaceAll(/[\\%_]/g, '\\$&')}%` : null
