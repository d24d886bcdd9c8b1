import { notoSans } from '../fonts/bundled-fonts.ts'
import { writeFont } from '../fonts/text-font.ts'
import { NewPdf } from '../write/new-pdf.ts'
import { reference } from '../write/pdf-syntax.ts'

/** A4 pages for tests: lines from the top down, with their text, and what is drawn beside, as content operators. */
export interface TextPage {
  lines: readonly string[]
  drawn?: string
}

/** A PDF of such pages, in 12 points; `lineHeight` in points. */
export function textPages(pages: readonly TextPage[], { lineHeight = 22, left = 70 } = {}): Buffer {
  const pdf = new NewPdf()
  const all = pages.flatMap(({ lines }) => lines).join('')
  const font = writeFont(pdf, notoSans(), all === '' ? ' ' : all)
  for (const { lines, drawn = '' } of pages) {
    const shown = lines.map((line, row) => `BT /F 12 Tf ${left} ${770 - row * lineHeight} Td ${font.show(line)} Tj ET`)
    const content = pdf.newStream('', [...shown, drawn].join('\n'))
    pdf.page(`/MediaBox[0 0 595 842]/Resources<</Font<</F ${reference(font.ref)}>>>>/Contents ${reference(content)}`)
  }
  return pdf.finish()
}
