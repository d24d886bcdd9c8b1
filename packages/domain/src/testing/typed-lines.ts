import type { TextLine } from '../sign-block/text-line.ts'

/** Lines of 4 mm letters, each `[x, y, text]` in mm from the page's top left; a blank in the text is 4 mm of white. */
export function typedLines(page: number, ...typed: readonly (readonly [number, number, string])[]): TextLine[] {
  const rows = new Map<number, { text: string; left: number[]; right: number[] }>()
  for (const [x, y, words] of typed) {
    const row = rows.get(y) ?? { text: '', left: [], right: [] }
    rows.set(y, row)
    for (const [index, letter] of [...words.normalize('NFKC')].entries()) {
      if (letter.trim() === '') continue
      row.text += letter
      row.left.push(x + 4 * index)
      row.right.push(x + 4 * index + 4)
    }
  }
  return [...rows].map(([y, row]) => ({ page, y, height: 4, ...row }))
}
