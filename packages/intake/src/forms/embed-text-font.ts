import { deflateSync } from 'node:zlib'
import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, type PdfRef, PdfStream } from '@libpdf/core'
import { subset, type TrueTypeFont } from '@moqi/pdf/fonts/truetype-font'
import { descriptorOf, identitySystem, subsetTag } from '../fonts/font-dictionaries.ts'
import { codeToUnicodeMap } from '../fonts/character-maps.ts'

/** A font in a parsed document that holds just the characters of one text, and can be searched. */
export interface ShownFont {
  readonly ref: PdfRef
  /** Text as the hexadecimal string that a Tj operator shows. */
  readonly show: (text: string) => string
}

const hex = (value: number) => value.toString(16).padStart(4, '0')

/** Embeds the subset of `font` that `text` needs, as writeFont does in an increment; throws GlyphMissing. */
export function embedTextFont(pdf: PDF, font: TrueTypeFont, text: string): ShownFont {
  const { fontFile, glyphs, widths } = subset(font, text)
  const baseFont = PdfName.of(`${subsetTag(fontFile)}+${font.name}`)
  const stream = (entries: Record<string, PdfObject>, data: Buffer) =>
    pdf.context.register(
      PdfStream.fromDict({ ...entries, Filter: PdfName.of('FlateDecode') }, new Uint8Array(deflateSync(data))),
    )
  const descriptor = PdfDict.of({
    ...descriptorOf(font),
    FontName: baseFont,
    FontFile2: stream({ Length1: PdfNumber.of(fontFile.length) }, fontFile),
  })
  const descendant = PdfDict.of({
    Type: PdfName.of('Font'),
    Subtype: PdfName.of('CIDFontType2'),
    BaseFont: baseFont,
    CIDSystemInfo: identitySystem(),
    FontDescriptor: pdf.context.register(descriptor),
    CIDToGIDMap: PdfName.of('Identity'),
    W: PdfArray.of(PdfNumber.of(0), PdfArray.of(...widths.map((width) => PdfNumber.of(width)))),
  })
  const used = [...glyphs].map(([character, code]) => ({ character, code }))
  const codes = { ranges: [['0000', 'ffff']], hex, vertical: false } as const
  const dictionary = PdfDict.of({
    Type: PdfName.of('Font'),
    Subtype: PdfName.of('Type0'),
    BaseFont: baseFont,
    Encoding: PdfName.of('Identity-H'),
    DescendantFonts: PdfArray.of(pdf.context.register(descendant)),
    ToUnicode: stream({}, codeToUnicodeMap(codes, used)),
  })
  const show = (shown: string) => `<${[...shown].map((character) => hex(glyphs.get(character) ?? 0)).join('')}>`
  return { ref: pdf.context.register(dictionary), show }
}
