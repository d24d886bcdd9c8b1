import { subset, type TrueTypeFont } from '@moqi/pdf/fonts/truetype-font'

/** A glyph to be shown in the place of another font's: its character and the advance, in 1/1000 em, it must keep. */
export interface Place {
  readonly character: string
  readonly width: number
}

/** Numbers for glyphs that the font does not have itself; real ones end at 65535. */
const firstFitted = 0x10000
/** Stands for the place of the same index in the text that is subset; a private plane has room for 65534. */
const firstPlace = 0xf0000
const mostPlaces = 0xfffd

/**
 * A TrueType file whose glyph `i + 1` shows `places[i]`. A glyph wider than its place is drawn narrower, as readers do
 * that substitute fonts, so that it does not cover the next one. Undefined when the font lacks a character.
 */
export function fittedSubset(font: TrueTypeFont, places: readonly Place[]): Buffer | undefined {
  const glyphs = places.map(({ character }) => font.glyphOf(character.codePointAt(0) ?? 0))
  if (glyphs.includes(0) || places.length > mostPlaces) return undefined
  const scales = places.map(({ width }, i) => (width * font.unitsPerEm) / 1000 / font.widthOf(glyphs[i] ?? 0))
  const fitted: TrueTypeFont = {
    ...font,
    glyphOf: (codePoint) => firstFitted + codePoint - firstPlace,
    widthOf: (glyph) => {
      if (glyph < firstFitted) return font.widthOf(glyph)
      const width = ((places[glyph - firstFitted]?.width ?? 0) * font.unitsPerEm) / 1000
      return Math.round(Math.min(0xffff, Math.max(0, width)))
    },
    outlineOf: (glyph) => {
      if (glyph < firstFitted) return font.outlineOf(glyph)
      const real = glyphs[glyph - firstFitted] ?? 0
      const outline = font.outlineOf(real)
      const scale = scales[glyph - firstFitted] ?? 1
      // Without an advance a glyph stands on its neighbour on purpose.
      return outline.length === 0 || scale >= 1 || scale <= 0 ? outline : component(real, outline, scale)
    },
  }
  return subset(fitted, places.map((_, i) => String.fromCodePoint(firstPlace + i)).join('')).fontFile
}

/** Offsets are words and distances, and the two directions scale apart (OpenType 1.9 `glyf`). */
const componentFlags = 0x01 | 0x02 | 0x40
const one = 0x4000

/** A composite glyph of one part, whose horizontal scale is below 1. */
function component(glyph: number, outline: Buffer, scale: number): Buffer {
  const composite = Buffer.alloc(22)
  outline.copy(composite, 0, 0, 10)
  composite.writeInt16BE(-1, 0)
  for (const at of [2, 6]) composite.writeInt16BE(Math.round(outline.readInt16BE(at) * scale), at)
  composite.writeUInt16BE(componentFlags, 10)
  composite.writeUInt16BE(glyph, 12)
  composite.writeInt16BE(Math.round(one * scale), 18)
  composite.writeInt16BE(one, 20)
  return composite
}
