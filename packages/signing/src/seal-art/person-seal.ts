import { type FramedSealLayout, rectangleSealLayout, squareSealLayout } from '@moqi/domain/seals/seal-geometry'
import { bundledFont } from './glyph-outline.ts'
import { carvedGlyphs, emGlyphs, type SealArt, type SealColor, sealArt, sealColors } from './seal-svg.ts'

/** The styles a person may choose from: 方章, 有框长方章, 无框长方章. */
export const personSealStyles = ['square', 'rectangle', 'rectanglePlain'] as const
/** A style of a personal seal: a member of `personSealStyles`. */
export type PersonSealStyle = (typeof personSealStyles)[number]

/** Draws a personal name seal from the registered name; throws SealGlyphMissing for a character without glyph. */
export function personSeal(name: string, style: PersonSealStyle, color: SealColor = 'red'): SealArt {
  const font = bundledFont('serifBold')
  if (style === 'square') {
    const layout = squareSealLayout(name)
    return sealArt(layout.width, layout.height, color, frame(layout, color) + carvedGlyphs(font, layout.glyphs))
  }
  const layout = rectangleSealLayout(name, style === 'rectangle')
  return sealArt(layout.width, layout.height, color, frame(layout, color) + emGlyphs(font, layout.glyphs))
}

function frame({ width, height, frameWidth }: FramedSealLayout, color: SealColor): string {
  if (frameWidth === 0) return ''
  const half = frameWidth / 2
  return `<rect x="${half - width / 2}" y="${half - height / 2}" width="${width - frameWidth}" height="${height - frameWidth}" rx="0.4" fill="none" stroke="${sealColors[color]}" stroke-width="${frameWidth}"/>`
}
