import { type SealDesign, sealForms, type SealOwner } from '@moqi/domain/seals/company-seal'
import { type RingSealLayout, ringSealLayout, squareLayoutOf } from '@moqi/domain/seals/company-seal-layout'
import { sealColors } from '@moqi/domain/seals/seal-colors'
import { carvedGlyphs, emGlyphs, frame, type SealArt, sealArt } from './draw-seal.ts'
import { bundledFont } from './glyph-outline.ts'

/** Draws a company's seal of any purpose; throws SealGlyphMissing for a character without glyph. */
export function companySeal(design: SealDesign, owner: SealOwner): SealArt {
  const serif = bundledFont('serifBold')
  if (sealForms[design.form].kind === 'square') {
    const layout = squareLayoutOf(design, owner)
    const drawing = frame(layout, design.color) + carvedGlyphs(serif, layout.glyphs)
    return sealArt(layout.width, layout.height, design.color, drawing)
  }
  const layout = ringSealLayout(design, owner)
  const text = emGlyphs(serif, layout.name) + emGlyphs(serif, layout.line)
  const drawing = ring(layout, sealColors[design.color]) + star(layout.starRadius) + text
  const digits = emGlyphs(bundledFont('sans'), layout.digits)
  return sealArt(layout.width, layout.height, design.color, drawing + digits)
}

const ring = ({ width, height, ringWidth }: RingSealLayout, color: string): string =>
  `<ellipse rx="${(width - ringWidth) / 2}" ry="${(height - ringWidth) / 2}" fill="none" stroke="${color}" stroke-width="${ringWidth}"/>`

/** A regular five-pointed star: the inner corners lie at 0.382 of the tips' radius. */
function star(radius: number): string {
  if (radius === 0) return ''
  const points = Array.from({ length: 10 }, (_, i) => {
    const angle = -Math.PI / 2 + (i * Math.PI) / 5
    const reach = i % 2 ? radius * 0.382 : radius
    return `${(reach * Math.cos(angle)).toFixed(4)},${(reach * Math.sin(angle)).toFixed(4)}`
  })
  return `<polygon points="${points.join(' ')}"/>`
}
