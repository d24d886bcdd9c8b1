import type { Pdfium } from '../page-image/pdfium-memory.ts'
import { comparable, comparableText, follows, onPage, openPdf } from './find-text.ts'
import { pageCharacters, type TextBox } from './page-characters.ts'

/**
 * What stands at one height of a page, from left to right, without white space: `text` made comparable (see
 * `comparableText`), and for each of its UTF-16 units where its ink begins and ends. mm from the page's top left as
 * displayed.
 */
export interface TextLine {
  /** From 1. */
  readonly page: number
  readonly text: string
  readonly left: readonly number[]
  readonly right: readonly number[]
  readonly y: number
  readonly height: number
}

/** The pages' sizes in mm as displayed, whether any of them has text, and the lines of those asked for. */
export interface PageLines {
  readonly pages: readonly { readonly width: number; readonly height: number }[]
  readonly hasText: boolean
  readonly lines: readonly TextLine[]
}

const mmPerPoint = 25.4 / 72

/**
 * The lines of the pages on which one of the words stands, from the top down. Pictures of text have none. Throws
 * TextSearchRefusal. Runs in the calling thread: see textSearchPool.
 */
export function readLines(bytes: Buffer, words: readonly string[]): Promise<PageLines> {
  const wanted = words.map(comparableText)
  return openPdf(bytes, (pdfium, document) => {
    const pages: { width: number; height: number }[] = []
    const lines: TextLine[] = []
    let hasText = false
    for (let page = 1; page <= pdfium.call.FPDF_GetPageCount(document); page++) {
      const size = onPage(pdfium, document, page, (handle) => {
        const text = plainText(pdfium, handle)
        hasText ||= text !== ''
        if (wanted.some((word) => text.includes(word))) lines.push(...linesOf(pdfium, handle, page))
        const { FPDF_GetPageWidthF: width, FPDF_GetPageHeightF: height } = pdfium.call
        return { width: width(handle) * mmPerPoint, height: height(handle) * mmPerPoint }
      })
      pages.push(size ?? { width: 0, height: 0 })
    }
    return { pages, hasText, lines }
  })
}

/** The comparable text of an open page: far less work than its places. */
function plainText({ call }: Pdfium, page: number): string {
  const textPage = call.FPDFText_LoadPage(page)
  if (textPage === 0) return ''
  let text = ''
  for (let index = 0; index < call.FPDFText_CountChars(textPage); index++) {
    const unicode = call.FPDFText_GetUnicode(textPage, index)
    if (unicode > 0 && unicode <= 0x10ffff) text += comparable(String.fromCodePoint(unicode))
  }
  call.FPDFText_ClosePage(textPage)
  return text
}

type Placed = { text: string; box: TextBox; cell: TextBox }

/** Columns and cells that stand side by side are one line, in whatever order the file draws them. */
function linesOf(pdfium: Pdfium, handle: number, page: number): TextLine[] {
  const rows: Placed[][] = []
  const placed = pageCharacters(pdfium, handle).flatMap(({ text, place }) => {
    const compared = comparable(text)
    return place && compared !== '' ? [{ text: compared, ...place }] : []
  })
  let last: Placed[] | undefined
  for (const character of placed) {
    const before = last?.at(-1)
    const goesOn = before && isBeside(before.cell, character.cell)
    const row = goesOn ? last : rows.find(([first]) => first && isBeside(first.cell, character.cell))
    if (row) row.push(character)
    else rows.push([character])
    last = row ?? rows.at(-1)
  }
  return rows.map((row) => lineOf(page, row)).toSorted((a, b) => a.y - b.y)
}

/** Whether two cells stand at one height, whichever comes first. */
const isBeside = (one: TextBox, other: TextBox) => follows({ ...one, x: Math.min(one.x, other.x) }, other)

function lineOf(page: number, row: Placed[]): TextLine {
  row.sort((a, b) => a.box.x - b.box.x)
  const [left, right]: [number[], number[]] = [[], []]
  let text = ''
  let [top, bottom] = [Number.POSITIVE_INFINITY, 0]
  for (const { text: units, box } of row) {
    text += units
    for (let unit = 0; unit < units.length; unit++) {
      left.push(box.x)
      right.push(box.x + box.width)
    }
    top = Math.min(top, box.y)
    bottom = Math.max(bottom, box.y + box.height)
  }
  return { page, text, left, right, y: top, height: bottom - top }
}
