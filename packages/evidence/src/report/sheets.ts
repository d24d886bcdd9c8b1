import { readFont, type TrueTypeFont } from '@moqi/pdf/fonts/truetype-font'
import { type TextFont, textWidth, writeFont } from '@moqi/pdf/fonts/text-font'
import { NewPdf } from '@moqi/pdf/write/new-pdf'
import { decimal, reference } from '@moqi/pdf/write/pdf-syntax'
import { fontFile } from '@moqi/pdf/fonts/bundled-fonts'
import { deflateSync } from 'node:zlib'

const faces = { sans: 'NotoSansSC', bold: 'NotoSansSC-Bold', serif: 'NotoSerifSC-Bold' } as const
const bundled = { sans: 'sans', bold: 'sansBold', serif: 'serifBold' } as const
/** A face of the report's type, by what it is used for. */
export type Face = keyof typeof faces

/** Red, green and blue from 0 to 1. */
export type Colour = readonly [number, number, number]

/** How a text is set; `size` in points. */
export interface Style {
  face: Face
  size: number
  colour: Colour
}

/** A4 in points. */
export const pageWidth = 595.276
/** The height of a sheet of A4, in pt. */
export const pageHeight = 841.89

const loaded = new Map<Face, TrueTypeFont>()
function fontOf(face: Face): TrueTypeFont {
  const font = loaded.get(face) ?? readFont(fontFile(bundled[face]), faces[face])
  loaded.set(face, font)
  return font
}

/** What stands for a character that the fonts lack. */
const stand = '〓'

/** Text that the face can show: line breaks and tabs become spaces, what has no glyph becomes 〓. */
export function showable(face: Face, text: string): string {
  const font = fontOf(face)
  const plain = [...text.replaceAll(/[^\S\u3000]/gu, ' ')].filter((character) => !/\p{Cc}/u.test(character))
  return plain.map((one) => (font.glyphOf(one.codePointAt(0) ?? 0) === 0 ? stand : one)).join('')
}

/** Width in points. */
export const widthOf = ({ face, size }: Style, text: string): number => textWidth(fontOf(face), text) * size

type Mark = { kind: 'text'; x: number; y: number; text: string; style: Style } | { kind: 'source'; source: string }

/** Pages to draw on, in points from the top left; fonts are embedded at the end, with just what was drawn. */
export class Sheets {
  #pages: Mark[][] = []

  get count(): number {
    return this.#pages.length
  }

  add(): void {
    this.#pages.push([])
  }

  /** Text whose baseline begins at x, y; on the last page unless another (from 0) is named. */
  text(x: number, y: number, text: string, style: Style, page = this.count - 1): void {
    this.#pages[page]?.push({ kind: 'text', x, y, text: showable(style.face, text), style })
  }

  line(x: number, y: number, width: number, colour: Colour, thickness = 0.5): void {
    this.#source(`${paint(colour, 'RG')} ${decimal(thickness)} w ${place(x, y)} m ${place(x + width, y)} l S`)
  }

  /** A rectangle with its top left corner at x, y: filled, or its outline when a thickness is given. */
  box([x, y, width, height]: readonly [number, number, number, number], colour: Colour, thickness?: number): void {
    const shape = `${place(x, y + height)} ${decimal(width)} ${decimal(height)} re`
    const how =
      thickness === undefined
        ? `${paint(colour, 'rg')} ${shape} f`
        : `${paint(colour, 'RG')} ${decimal(thickness)} w ${shape} S`
    this.#source(how)
  }

  #source(source: string): void {
    this.#pages.at(-1)?.push({ kind: 'source', source })
  }

  /** The PDF; `catalog` are hexadecimal strings by name. */
  finish(catalog: Record<string, string>): Buffer {
    const pdf = new NewPdf()
    const fonts = new Map<Face, TextFont>()
    for (const face of ['sans', 'bold', 'serif'] as const) {
      const text = this.#pages
        .flat()
        .flatMap((mark) => (mark.kind === 'text' && mark.style.face === face ? [mark.text] : []))
      if (text.length > 0) fonts.set(face, writeFont(pdf, fontOf(face), text.join('')))
    }
    const resources = [...fonts].map(([face, { ref }]) => `/${face} ${reference(ref)}`).join('')
    for (const marks of this.#pages) {
      const source = marks.map((mark) => (mark.kind === 'source' ? mark.source : shown(mark, fonts))).join('\n')
      const content = pdf.newStream('/Filter/FlateDecode', deflateSync(Buffer.from(source, 'latin1')))
      pdf.page(
        `/MediaBox[0 0 ${pageWidth} ${pageHeight}]/Contents ${reference(content)}/Resources<</Font<<${resources}>>>>`,
      )
    }
    const own = Object.entries(catalog).map(([name, hex]) => `/${name} <${hex}>`)
    return pdf.finish(`/Lang(zh-CN)${own.join('')}`)
  }
}

const place = (x: number, y: number) => `${decimal(x)} ${decimal(pageHeight - y)}`
const paint = (colour: Colour, operator: 'rg' | 'RG') => `${colour.map(decimal).join(' ')} ${operator}`

function shown({ x, y, text, style }: Extract<Mark, { kind: 'text' }>, fonts: Map<Face, TextFont>): string {
  const hex = fonts.get(style.face)?.show(text) ?? '<>'
  return `BT ${paint(style.colour, 'rg')} /${style.face} ${decimal(style.size)} Tf ${place(x, y)} Td ${hex} Tj ET`
}
