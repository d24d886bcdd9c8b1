import { loadPdfium, type Pdfium } from '../page-image/pdfium-memory.ts'
import { keywordOf, matchesOnPage, type TextMatch } from './match-text.ts'
import { pageCharacters } from './page-characters.ts'

/** Which occurrences count: on these pages (from 1; default all), and below a place (page, mm from its top). */
export interface FindOptions {
  readonly pages?: readonly number[] | undefined
  readonly from?: { readonly page: number; readonly y: number } | undefined
}

/** Which of the occurrences is meant: the `index`-th (from 1, default 1) from the first or, the default, from the last. */
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
export async function findText(bytes: Buffer, typed: string, options: FindOptions = {}): Promise<TextMatch[]> {
  const keyword = keywordOf(typed)
  const pdfium = await (loading ??= openPdfium())
  const { call } = pdfium
  const memory = pdfium.place(bytes)
  const document = call.FPDF_LoadMemDocument(memory, bytes.length, '')
  try {
    if (document === 0) throw new TextSearchRefusal('文件已损坏或无法解析')
    const numbers = Array.from({ length: call.FPDF_GetPageCount(document) }, (_, index) => index + 1)
    return numbers
      .filter((page) => !options.pages || options.pages.includes(page))
      .flatMap((page) => onPage(pdfium, document, page, (characters) => matchesOnPage(page, characters, keyword)))
      .filter((match) => isBelow(match, options.from))
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

function onPage(
  pdfium: Pdfium,
  document: number,
  page: number,
  read: (characters: ReturnType<typeof pageCharacters>) => TextMatch[],
): TextMatch[] {
  const handle = pdfium.call.FPDF_LoadPage(document, page - 1)
  if (handle === 0) return []
  try {
    return read(pageCharacters(pdfium, handle))
  } finally {
    pdfium.call.FPDF_ClosePage(handle)
  }
}

function isBelow({ page, boxes }: TextMatch, from: FindOptions['from']): boolean {
  if (!from) return true
  return page > from.page || (page === from.page && (boxes[0]?.y ?? 0) >= from.y)
}
