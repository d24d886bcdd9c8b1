import { onPage, openPdf } from '../text-search/find-text.ts'
import { type PageCharacter, pageCharacters, type TextBox } from '../text-search/page-characters.ts'

/** A character as it is compared; `gap` where white space or a new line is seen before it. */
export interface PageUnit {
  readonly text: string
  readonly gap: boolean
  /** Which line of its page, from 0. */
  readonly row: number
  /** Its ink, in mm from the top left of the page. */
  readonly box: TextBox
}

/** A page to be compared: its size in mm as displayed, and its text in lines from the top down. */
export interface ReadPage {
  readonly width: number
  readonly height: number
  readonly units: readonly PageUnit[]
}

/**
 * The pages of a PDF; a page that cannot be opened is empty. Stops, answering null, when there are more pages or
 * characters. Throws TextSearchRefusal. Runs in the calling thread.
 */
export function readPages(bytes: Buffer, most: { pages: number; characters: number }): Promise<ReadPage[] | null> {
  return openPdf(bytes, (pdfium, document) => {
    const count = pdfium.call.FPDF_GetPageCount(document)
    if (count > most.pages) return null
    const pages: ReadPage[] = []
    let characters = 0
    for (let page = 1; page <= count; page++) {
      const read = onPage(pdfium, document, page, (handle) => ({
        width: pdfium.call.FPDF_GetPageWidthF(handle) * mmPerPoint,
        height: pdfium.call.FPDF_GetPageHeightF(handle) * mmPerPoint,
        characters: pageCharacters(pdfium, handle),
      }))
      characters += read?.characters.length ?? 0
      if (characters > most.characters) return null
      const { width = 0, height = 0 } = read ?? {}
      pages.push({ width, height, units: unitsOf(read?.characters ?? []) })
    }
    return pages
  })
}

const mmPerPoint = 25.4 / 72

interface Placed {
  text: string
  gap: boolean
  box: TextBox
  cell: TextBox
}

/** The characters of a page line by line, in whatever order the file draws them, without what nobody sees. */
function unitsOf(characters: readonly PageCharacter[]): PageUnit[] {
  const placed: Placed[] = []
  let gap = false
  for (const { text, place } of characters) {
    if (!place) {
      gap = true
      continue
    }
    for (const one of visible(text)) {
      placed.push({ text: one, gap, ...place })
      gap = false
    }
  }
  const units: PageUnit[] = []
  for (const [row, line] of linesOf(placed).entries()) {
    for (const [index, { text, gap: isApart, box }] of line.entries()) {
      const isBroken = index === 0 && isWord(units.at(-1)?.text) && isWord(text)
      units.push({ text, gap: index === 0 ? isBroken : isApart, row, box })
    }
  }
  return units
}

/** Whether it is a letter or digit of a script that parts its words. */
export const isWord = (text: string | undefined): boolean =>
  text !== undefined && /^[A-Za-z0-9.,%\u00c0-\u024f]$/.test(text)

/** Two millimetres: lines are sought among those whose middle is about as high. */
const band = 2

/** From the top down, each from left to right; columns that stand side by side are one line. */
function linesOf(placed: readonly Placed[]): Placed[][] {
  const rows: Placed[][] = []
  const byHeight = new Map<number, Placed[][]>()
  let last: Placed[] | undefined
  for (const one of placed) {
    const before = last?.at(-1)
    if (!last || !before || !isBeside(before.cell, one.cell)) {
      const height = Math.floor(middleOf(one.cell) / band)
      const near = [height, height - 1, height + 1].flatMap((at) => byHeight.get(at) ?? [])
      last = near.find(([first]) => first && isBeside(first.cell, one.cell))
      if (!last) {
        last = []
        rows.push(last)
        byHeight.set(height, [...(byHeight.get(height) ?? []), last].slice(-mostNear))
      }
    }
    last.push(one)
  }
  for (const row of rows) row.sort((a, b) => a.box.x - b.box.x)
  return rows.toSorted((a, b) => topOf(a) - topOf(b))
}

/** More lines than stand within two millimetres of a page that is read. */
const mostNear = 32

const middleOf = ({ y, height }: TextBox) => y + height / 2
const topOf = ([first]: readonly Placed[]) => (first ? middleOf(first.cell) : 0)
const isBeside = (one: TextBox, other: TextBox) =>
  Math.abs(middleOf(one) - middleOf(other)) < Math.min(one.height, other.height) / 4

/** Characters that a font's own table takes for others of the same look: radicals for the characters themselves. */
const sameLook = /[\u2e80-\u2fdf\uf900-\ufaff\ufb00-\ufb06]/u
const hyphens = /[\u00ad\u2010\u2011]/u

/**
 * What of a character is seen: no format characters, one form of what looks the same. Width, case and punctuation stay
 * as they are.
 */
function visible(character: string): string[] {
  const plain = sameLook.test(character) ? character.normalize('NFKC') : character.normalize('NFC')
  if (hyphens.test(plain)) return ['-']
  return [...plain].filter((one) => !/[\p{C}\p{Z}\ufe00-\ufe0f]/u.test(one) || /\p{Co}/u.test(one))
}
