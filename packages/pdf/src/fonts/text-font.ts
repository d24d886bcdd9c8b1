import { deflateSync } from 'node:zlib'
import type { ObjectWriter } from '../write/new-pdf.ts'
import { decimals, type Ref, reference } from '../write/pdf-syntax.ts'
import { subset, type TrueTypeFont } from './truetype-font.ts'

/** A font embedded in one increment or document, holding just the characters of one text. */
export interface TextFont {
  ref: Ref
  /** Text as the hex string a Tj operator shows. */
  show: (text: string) => string
}

/** Embeds the subset of `font` that `text` needs (ISO 32000-1 §9.7); throws `GlyphMissing`. */
export function writeFont(to: ObjectWriter, font: TrueTypeFont, text: string): TextFont {
  const { fontFile, glyphs, widths } = subset(font, text)
  const ref = to.allocate()
  const body = compositeFont(to, font, fontFile, {
    encoding: '/Identity-H',
    toUnicode: reference(to.newStream('', unicodeMap(glyphs))),
    descendant: `/CIDToGIDMap/Identity/W[0[${widths.join(' ')}]]`,
  })
  to.object(ref, `<<${body}>>`)
  return { ref, show: (shown) => `<${[...shown].map((character) => hex(glyphs.get(character) ?? 0)).join('')}>` }
}

/** What tells one composite font from another, as source. */
export interface CompositeFont {
  encoding: string
  toUnicode: string
  /** Entries of its descendant: glyphs and widths. */
  descendant: string
}

/** The character collection of a font that has its own glyph numbers (ISO 32000-1 §9.7.3). */
export const identitySystem = '/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>'

/** Writes a subset and what describes it; answers the entries of a composite font of it (ISO 32000-1 §9.7). */
export function compositeFont(to: ObjectWriter, font: TrueTypeFont, fontFile: Buffer, own: CompositeFont): string {
  const file = to.newStream(`/Length1 ${fontFile.length}/Filter/FlateDecode`, deflateSync(fontFile))
  const name = `${subsetTag(file.number)}+${font.name}`
  const scale = 1000 / font.unitsPerEm
  const descriptor = to.allocate()
  to.object(
    descriptor,
    `<</Type/FontDescriptor/FontName/${name}/Flags 4/FontBBox${decimals(...font.box.map((side) => side * scale))}` +
      `/ItalicAngle 0/Ascent ${Math.round(font.ascent * scale)}/Descent ${Math.round(font.descent * scale)}` +
      `/CapHeight 733/StemV 80/FontFile2 ${reference(file)}>>`,
  )
  const descendant = to.allocate()
  to.object(
    descendant,
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}${identitySystem}` +
      `/FontDescriptor ${reference(descriptor)}${own.descendant}>>`,
  )
  return (
    `/Type/Font/Subtype/Type0/BaseFont/${name}/Encoding${own.encoding}` +
    `/DescendantFonts[${reference(descendant)}]/ToUnicode ${own.toUnicode}`
  )
}

/** Width of a text at size 1. */
export function textWidth(font: TrueTypeFont, text: string): number {
  const units = [...text].map((character) => font.widthOf(font.glyphOf(character.codePointAt(0) ?? 0)))
  return units.reduce((sum, width) => sum + width, 0) / font.unitsPerEm
}

const hex = (value: number) => value.toString(16).padStart(4, '0')

/** Six capitals, different for each subset of a document (§9.6.4). */
function subsetTag(objectNumber: number): string {
  const letter = (place: number) => String.fromCharCode(65 + (Math.floor(objectNumber / 26 ** place) % 26))
  return [5, 4, 3, 2, 1, 0].map(letter).join('')
}

/** So that text in the appearance can be searched and copied (§9.10.3). */
function unicodeMap(glyphs: Map<string, number>): string {
  const lines = [...glyphs].map(([character, glyph]) => {
    const utf16 = Buffer.from(character, 'utf16le').swap16().toString('hex')
    return `<${hex(glyph)}><${utf16}>`
  })
  const blocks: string[] = []
  for (let at = 0; at < lines.length; at += 100) {
    const block = lines.slice(at, at + 100)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
  }
  return (
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def /CMapName /U def\n' +
    `1 begincodespacerange <0000><ffff> endcodespacerange\n${blocks.join('\n')}\n` +
    'endcmap CMapName currentdict /CMap defineresource pop end end'
  )
}
