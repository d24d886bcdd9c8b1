/** A cell as it was read: its column from 0. */
export type SheetCell = { readonly column: number; readonly text: string; readonly isFormula: boolean }
/** A spreadsheet as read: rows that are not empty by their number from 1. */
export type Sheet = {
  readonly name: string
  readonly rows: readonly { readonly row: number; readonly cells: readonly SheetCell[] }[]
}

/** A column that is looked for; `isHeading` is asked with a heading without spaces, asterisks and colons. */
export type SheetColumn<Key> = {
  readonly key: Key
  readonly required: boolean
  readonly isHeading: (bare: string) => boolean
}

/** A row as it was written. `formulas` are columns that hold a formula, which is never worked out. */
export type WrittenCells<Key> = {
  readonly row: number
  readonly texts: ReadonlyMap<Key, string>
  readonly formulas: readonly Key[]
}

/** Rows that may stand above the headings, such as a title. */
const headingsWithin = 10

/** A heading without what people add to it: spaces, asterisks, colons. */
export const bareHeading = (text: string): string => text.replaceAll(/[\s*＊：:]/g, '')

const invisible = /[\p{Cc}\u00AD\u200B-\u200F\u2060\uFEFF]/gu
const bareText = (text: string) =>
  text
    .replaceAll(/[\t\r\n\u00A0]+/g, ' ')
    .replaceAll(invisible, '')
    .trim()

/** The apostrophe by which our own files keep a text from being taken for a formula. */
const plainText = (text: string) => (/^'[=+\-@]/.test(text) ? text.slice(1) : text)

/**
 * The rows under the headings of the first sheet that has every required one; else the required ones that are missing
 * where the fewest are.
 */
export function rowsUnderHeadings<Key>(
  sheets: readonly Pick<Sheet, 'rows'>[],
  columns: readonly SheetColumn<Key>[],
): { rows: WrittenCells<Key>[] } | { missing: Key[] } {
  const required = columns.filter((column) => column.required).map(({ key }) => key)
  let missing = required
  for (const { rows } of sheets) {
    for (const [index, { cells }] of rows.slice(0, headingsWithin).entries()) {
      const found = keysByColumn(cells, columns)
      const keys = new Set(found.values())
      const absent = required.filter((key) => !keys.has(key))
      if (absent.length === 0) return { rows: rows.slice(index + 1).flatMap((row) => writtenCells(row, found)) }
      if (absent.length < missing.length) missing = absent
    }
  }
  return { missing }
}

function keysByColumn<Key>(cells: readonly SheetCell[], columns: readonly SheetColumn<Key>[]): Map<number, Key> {
  const found = new Map<number, Key>()
  for (const { column, text } of cells) {
    const named = columns.find(({ isHeading }) => isHeading(bareHeading(text)))
    if (named && ![...found.values()].includes(named.key)) found.set(column, named.key)
  }
  return found
}

function writtenCells<Key>({ row, cells }: Sheet['rows'][number], keys: ReadonlyMap<number, Key>): WrittenCells<Key>[] {
  const texts = new Map<Key, string>()
  const formulas: Key[] = []
  for (const { column, text, isFormula } of cells) {
    const key = keys.get(column)
    if (key === undefined) continue
    texts.set(key, plainText(bareText(text)))
    if (isFormula) formulas.push(key)
  }
  const isEmpty = formulas.length === 0 && [...texts.values()].every((text) => text === '')
  return isEmpty ? [] : [{ row, texts, formulas }]
}
