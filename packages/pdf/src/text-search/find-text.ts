import { loadPdfium, type Pdfium } from '../page-image/pdfium-memory.ts'
import { keywordOf, matchesOnPage, type TextMatch } from './match-text.ts'
import { pageCharacters } from './page-characters.ts'

/** Which occurrences count: on these pages (from 1; default all), and below a place (page, mm from its top). */
export interface FindOptions {
  readonly pages?: readonly number[] | undefined
  readonly from?: { readonly page: number; readonly y: number } | undefined
}

/**
 * Which of the occurrences is meant: the `index`-th (from 1, default 1) from the first or, the default, from the last.
 */
export interface Choice {
  readonly order?: 'first' | 'last' | undefined
  readonly index?: number | undefined
}

/** The file cannot be opened. */
export class TextSearchRefusal extends Error {
  override name = 'TextSearchRefusal'
}

let loading: Promise<Pdfium> | undefined

async function openPdfium(): Promise<Pdfium> {
  const pdfium = await loadPdfium()
  pdfium.call.PDFiumExt_Init()
  return pdfium
}

/**
 * All occurrences of a keyword in a PDF's text, in reading order, boxes in mm. White space, case, width and look-alike
 * punctuation make no difference; ^keyword^ is a whole word. Pictures of text are not searched. Throws
 * TextSearchRefusal. Runs in the calling thread: see textSearchPool.
 */
export function findText(bytes: Buffer, typed: string, options: FindOptions = {}): Promise<TextMatch[]> {
  const keyword = keywordOf(typed)
  return openPdf(bytes, (pdfium, document) => {
    const numbers = Array.from({ length: pdfium.call.FPDF_GetPageCount(document) }, (_, index) => index + 1)
    return numbers
      .filter((page) => !options.pages || options.pages.includes(page))
      .flatMap((page) => {
        const find = (handle: number) => matchesOnPage(page, pageCharacters(pdfium, handle), keyword)
        return onPage(pdfium, document, page, find) ?? []
      })
      .filter((match) => isBelow(match, options.from))
  })
}

/** Opens a PDF (an FPDF_DOCUMENT) for as long as `work` takes. Throws TextSearchRefusal. */
export async function openPdf<T>(bytes: Buffer, work: (pdfium: Pdfium, document: number) => T): Promise<T> {
  const pdfium = await (loading ??= openPdfium())
  const { call } = pdfium
  const memory = pdfium.place(bytes)
  const document = call.FPDF_LoadMemDocument(memory, bytes.length, '')
  try {
    if (document === 0) throw new TextSearchRefusal('文件已损坏或无法解析')
    return work(pdfium, document)
  } finally {
    if (document !== 0) call.FPDF_CloseDocument(document)
    pdfium.free(memory)
  }
}

/** The meant one of several occurrences; undefined when there are not that many. */
export function chosenMatch(
  matches: readonly TextMatch[],
  { order = 'last', index = 1 }: Choice,
): TextMatch | undefined {
  return index < 1 ? undefined : matches.at(order === 'last' ? -index : index - 1)
}

/** Opens a page (an FPDF_PAGE) counted from 1; undefined when it cannot be opened. */
export function onPage<T>(
  { call }: Pdfium,
  document: number,
  page: number,
  read: (handle: number) => T,
): T | undefined {
  const handle = call.FPDF_LoadPage(document, page - 1)
  if (handle === 0) return undefined
  try {
    return read(handle)
  } finally {
    call.FPDF_ClosePage(handle)
  }
}

function isBelow({ page, boxes }: TextMatch, from: FindOptions['from']): boolean {
  if (!from) return true
  return page > from.page || (page === from.page && (boxes[0]?.y ?? 0) >= from.y)
}
