import { roundSealLayout } from '@moqi/domain/seals/seal-geometry'
import { bundledFont } from './glyph-outline.ts'
import { emGlyphs, type SealArt, type SealColor, sealArt, sealColors } from './seal-svg.ts'

/** What a company seal shows: the registered name (2–50 characters), and a purpose line such as 合同专用章. */
export interface CompanySealInput {
  readonly companyName: string
  readonly line?: string
  readonly color?: SealColor
}

/** Draws a round company seal, 38 to 42 mm by company kind; throws SealGlyphMissing for a character without glyph. */
export function companySeal({ companyName, line, color = 'red' }: CompanySealInput): SealArt {
  const layout = roundSealLayout(companyName, line)
  const { diameter, ringWidth } = layout
  const font = bundledFont('serifBold')
  const ring = `<circle r="${diameter / 2 - ringWidth / 2}" fill="none" stroke="${sealColors[color]}" stroke-width="${ringWidth}"/>`
  const star = `<polygon points="${starPoints(layout.starRadius)}"/>`
  return sealArt(diameter, diameter, color, ring + star + emGlyphs(font, layout.name) + emGlyphs(font, layout.line))
}

/** A regular five-pointed star: the inner corners lie at 0.382 of the tips' radius. */
function starPoints(radius: number): string {
  return Array.from({ length: 10 }, (_, i) => {
    const angle = -Math.PI / 2 + (i * Math.PI) / 5
    const reach = i % 2 ? radius * 0.382 : radius
    return `${(reach * Math.cos(angle)).toFixed(4)},${(reach * Math.sin(angle)).toFixed(4)}`
  }).join(' ')
}
