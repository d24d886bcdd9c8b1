import { onPage, openPdf } from './find-text.ts'

/**
 * The text of a PDF as it reads, in its order, each run of white space one space, up to `most` UTF-16 units; pictures
 * of text have none. Throws TextSearchRefusal. Runs in the calling thread: see textSearchPool.
 */
export function readText(bytes: Buffer, most: number): Promise<string> {
  return openPdf(bytes, (pdfium, document) => {
    let text = ''
    for (let page = 1; page <= pdfium.call.FPDF_GetPageCount(document) && text.length < most; page++) {
      onPage(pdfium, document, page, (handle) => {
        const textPage = pdfium.call.FPDFText_LoadPage(handle)
        if (textPage === 0) return
        const count = pdfium.call.FPDFText_CountChars(textPage)
        for (let index = 0; index < count && text.length < most; index++) {
          text = extended(text, pdfium.call.FPDFText_GetUnicode(textPage, index))
        }
        pdfium.call.FPDFText_ClosePage(textPage)
      })
      text = extended(text, 0x20)
    }
    return text
  })
}

function extended(text: string, unicode: number): string {
  // PostgreSQL keeps no NUL, and lone surrogates are no text.
  if (!(unicode > 0 && unicode <= 0x10ffff && (unicode < 0xd800 || unicode > 0xdfff))) return text
  const character = String.fromCodePoint(unicode)
  if (!/\s/u.test(character)) return text + character
  return text === '' || text.endsWith(' ') ? text : `${text} `
}
