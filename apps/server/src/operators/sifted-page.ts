/** Pages that one asking reads at most: whoever looks for little goes on from where it stopped. */
const mostRead = 10

type Page<Row> = { rows: Row[]; nextCursor: string | null }

type Sifting<Row> = {
  /** How many rows are enough. */
  size: number
  cursor: string | undefined
  read: (cursor: string | undefined) => Promise<Page<Row>>
  fits: (row: Row) => boolean
}

/**
 * Rows of a queue that fit, from a cursor on, where what is looked for lies within spaces and no index knows it: whole
 * pages are read until enough fit, ten at most. There may be few of them, or none, before the last page.
 */
export async function siftedPage<Row>({ size, cursor, read, fits }: Sifting<Row>): Promise<Page<Row>> {
  const rows: Row[] = []
  let from = cursor
  for (let number = 0; number < mostRead; number += 1) {
    const page = await read(from)
    rows.push(...page.rows.filter(fits))
    if (page.nextCursor === null || rows.length >= size) return { rows, nextCursor: page.nextCursor }
    from = page.nextCursor
  }
  return { rows, nextCursor: from ?? null }
}

/** Whether a text has what somebody typed, in letters of either size. */
export const holds = (text: string, search: string): boolean => text.toLowerCase().includes(search.toLowerCase())
