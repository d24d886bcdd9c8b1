import type { Pdfium } from '../page-image/pdfium-memory.ts'
import { onPage, openPdf } from './find-text.ts'

/**
 * The text of a PDF as it reads, in its order, each run of white space one space, up to `most` UTF-16 units; pictures
 * of text have none. Throws TextSearchRefusal. Runs in the calling thread: see textSearchPool.
 */
export function readText(bytes: Buffer, most: number): Promise<string> {
  return openPdf(bytes, (pdfium, document) => {
    const pages: string[] = []
    let length = 0
    for (let page = 1; page <= pdfium.call.FPDF_GetPageCount(document) && length < most; page++) {
      const text = onPage(pdfium, document, page, (handle) => textOfPage(pdfium, handle)) ?? ''
      pages.push(text)
      length += text.length
    }
    // PostgreSQL keeps no NUL, and lone surrogates, of which the cut may make one, are no text.
    const text = `${pages.join(' ')} `.replaceAll('\0', '').replaceAll(/\s+/gu, ' ').trimStart()
    return text.slice(0, most).replaceAll(/\p{Surrogate}/gu, '')
  })
}

/** The text of an open page (an FPDF_PAGE). */
function textOfPage(pdfium: Pdfium, page: number): string {
  const { call } = pdfium
  const textPage = call.FPDFText_LoadPage(page)
  if (textPage === 0) return ''
  try {
    const count = Math.max(0, call.FPDFText_CountChars(textPage))
    // UTF-16 with a zero at the end; a character may be two units.
    const memory = pdfium.place(new Uint8Array(4 * (count + 1)))
    try {
      const units = call.FPDFText_GetText(textPage, 0, count, memory)
      const end = memory + 2 * Math.max(0, units - 1)
      return Buffer.from(pdfium.heap().subarray(memory, end)).toString('utf16le')
    } finally {
      pdfium.free(memory)
    }
  } finally {
    call.FPDFText_ClosePage(textPage)
  }
}
