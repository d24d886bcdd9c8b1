import type { TrueTypeFont } from './truetype-font.ts'
import { fontFile } from './truetype-file.ts'

/** A font cut down to the glyphs one text needs, for a Type 0 font with Identity-H. */
export interface Subset {
  fontFile: Buffer
  /** New glyph number of each character of the text, from 1. */
  glyphs: Map<string, number>
  /** Advance widths in 1/1000 em, by new glyph number. */
  widths: number[]
}

/** Characters the font cannot show, each once, in the text's order. */
export function missingGlyphs(font: TrueTypeFont, text: string): string[] {
  return [...new Set(text)].filter((character) => font.glyphOf(character.codePointAt(0) ?? 0) === 0)
}

/** A character the font has no glyph for. */
export class GlyphMissing extends Error {
  override name = 'GlyphMissing'
  readonly character: string

  constructor(character: string) {
    super(`font has no glyph for ${character}`)
    this.character = character
  }
}

/** The subset for the characters of `text`; throws `GlyphMissing`. */
export function subset(font: TrueTypeFont, text: string): Subset {
  const oldGlyphs = [0]
  const glyphs = new Map<string, number>()
  for (const character of text) {
    if (glyphs.has(character)) continue
    const glyph = font.glyphOf(character.codePointAt(0) ?? 0)
    if (glyph === 0) throw new GlyphMissing(character)
    glyphs.set(character, oldGlyphs.push(glyph) - 1)
  }
  const outlines: Buffer[] = []
  // Parts of composite glyphs are added on the way, and are visited in turn.
  for (const glyph of oldGlyphs) outlines.push(withParts(font.outlineOf(glyph), oldGlyphs))
  const scale = 1000 / font.unitsPerEm
  return {
    fontFile: fontFile(font, oldGlyphs, outlines),
    glyphs,
    widths: oldGlyphs.map((glyph) => Math.round(font.widthOf(glyph) * scale)),
  }
}

const moreComponents = 0x20

/** Renumbers the parts of a composite glyph, adding them to `oldGlyphs`. */
function withParts(outline: Buffer, oldGlyphs: number[]): Buffer {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return outline
  const copy = Buffer.from(outline)
  let flags = moreComponents
  for (let at = 10; flags & moreComponents; at += componentSize(flags)) {
    flags = copy.readUInt16BE(at)
    const part = copy.readUInt16BE(at + 2)
    const known = oldGlyphs.indexOf(part)
    copy.writeUInt16BE(known >= 0 ? known : oldGlyphs.push(part) - 1, at + 2)
  }
  return copy
}

function componentSize(flags: number): number {
  const offsets = flags & 0x01 ? 4 : 2
  const scale = flags & 0x08 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0
  return 4 + offsets + scale
}
