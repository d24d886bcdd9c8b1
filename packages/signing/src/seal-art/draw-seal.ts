import { type SealColor, sealColors } from '@moqi/domain/seals/seal-colors'
import {
  fitsNameSeal,
  type FramedSealLayout,
  rectangleSealLayout,
  type SealGlyph,
  squareSealLayout,
} from '@moqi/domain/seals/seal-geometry'
import { Resvg } from '@resvg/resvg-js'
import { bundledFont, type GlyphOutline, type OutlineFont } from './glyph-outline.ts'

/** A drawn seal: SVG of outlines (no font needed to show it), 8-bit RGBA PNG at 300 dpi, size in mm. */
export interface SealArt {
  readonly svg: string
  readonly png: Buffer
  readonly widthMm: number
  readonly heightMm: number
}

/** A name of which no seal is drawn; the message is the Chinese sentence for its owner. */
export class SealNotDrawable extends Error {
  override name = 'SealNotDrawable'
}

/** The bundled font lacks these characters; the owner uploads a seal image instead. */
export class SealGlyphMissing extends SealNotDrawable {
  override name = 'SealGlyphMissing'
  readonly characters: readonly string[]

  constructor(characters: readonly string[]) {
    super(`字库中没有“${characters.join('')}”，请改为上传印章图片`)
    this.characters = characters
  }
}

/** Seals are measured in mm and printed at 300 dpi. */
export const pixelsPerMm = 300 / 25.4
/** A carved stroke may be stretched to fill its cell, but 一 must not become a slab. */
const mostStretch = 1.5

/** Draws every glyph into its em box, turned about its centre; throws SealGlyphMissing. */
export function emGlyphs(font: OutlineFont, glyphs: readonly SealGlyph[]): string {
  return outlines(font, glyphs)
    .map(({ glyph, outline }) => {
      const em = font.unitsPerEm
      const scale = `scale(${n(glyph.width / em)} ${n(glyph.height / em)})`
      // Noto's em box for CJK reaches from 0.88 above the baseline to 0.12 below it.
      const centre = `translate(${n(-outline.advance / 2)} ${n(0.38 * em)})`
      return `<path transform="translate(${n(glyph.x)} ${n(glyph.y)}) rotate(${n(glyph.rotation)}) ${scale} ${centre}" d="${outline.path}"/>`
    })
    .join('')
}

/** Draws every glyph so that its strokes fill its cell, as carved in a square seal; throws SealGlyphMissing. */
export function carvedGlyphs(font: OutlineFont, glyphs: readonly SealGlyph[]): string {
  return outlines(font, glyphs)
    .map(({ glyph, outline: { path, box } }) => {
      const em = font.unitsPerEm
      const kx = Math.min(glyph.width / (box.right - box.left), (mostStretch * glyph.width) / em)
      const ky = Math.min(glyph.height / (box.bottom - box.top), (mostStretch * glyph.height) / em)
      const x = glyph.x - (kx * (box.left + box.right)) / 2
      const y = glyph.y - (ky * (box.top + box.bottom)) / 2
      return `<path transform="translate(${n(x)} ${n(y)}) scale(${n(kx)} ${n(ky)})" d="${path}"/>`
    })
    .join('')
}

/** Wraps a drawing whose origin is its centre, and renders it on transparent ground. */
export function sealArt(widthMm: number, heightMm: number, color: SealColor, drawing: string): SealArt {
  const viewBox = `${-widthMm / 2} ${-heightMm / 2} ${widthMm} ${heightMm}`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthMm}mm" height="${heightMm}mm" viewBox="${viewBox}"><g fill="${sealColors[color]}">${drawing}</g></svg>`
  const png = new Resvg(svg, {
    font: { loadSystemFonts: false },
    fitTo: { mode: 'width', value: Math.round(widthMm * pixelsPerMm) },
  })
    .render()
    .asPng()
  return { svg, png, widthMm, heightMm }
}

function outlines(font: OutlineFont, glyphs: readonly SealGlyph[]): { glyph: SealGlyph; outline: GlyphOutline }[] {
  const found = glyphs.map((glyph) => ({ glyph, outline: font.outline(glyph.character) }))
  const missing = found.filter(({ outline }) => !outline).map(({ glyph }) => glyph.character)
  if (missing.length > 0) throw new SealGlyphMissing([...new Set(missing)])
  return found.flatMap(({ glyph, outline }) => (outline ? [{ glyph, outline }] : []))
}

/** A millimetre or scale figure for SVG: five digits are a hundredth of a pixel at 300 dpi. */
function n(value: number): string {
  return String(Number(value.toFixed(5)))
}

/** The styles a person may choose from: 朱文方章, 白文方章, 有框长方章, 无框长方章. */
export const personSealStyles = ['square', 'squareReversed', 'rectangle', 'rectanglePlain'] as const
/** A style of a personal seal: a member of `personSealStyles`. */
export type PersonSealStyle = (typeof personSealStyles)[number]

/**
 * Draws a personal name seal from the registered name of 2–17 characters; throws SealNotDrawable for a longer one and
 * for a character without glyph.
 */
export function personSeal(name: string, style: PersonSealStyle, color: SealColor = 'red'): SealArt {
  if (!fitsNameSeal(name)) throw new SealNotDrawable('姓名超过17个字，无法制作姓名章，请改为手写签名')
  const font = bundledFont('serifBold')
  if (style === 'square' || style === 'squareReversed') {
    const layout = squareSealLayout(name)
    const carved = carvedGlyphs(font, layout.glyphs)
    const drawing = style === 'square' ? frame(layout, color) + carved : reversed(layout, carved)
    return sealArt(layout.width, layout.height, color, drawing)
  }
  const layout = rectangleSealLayout(name, style === 'rectangle')
  return sealArt(layout.width, layout.height, color, frame(layout, color) + emGlyphs(font, layout.glyphs))
}

/** A full ground with the glyphs cut out of it: holes, for what lies under the seal is not always white. */
function reversed({ width, height }: FramedSealLayout, carved: string): string {
  const ground = `x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}"`
  return `<mask id="holes"><rect ${ground} fill="#fff"/><g fill="#000">${carved}</g></mask><rect ${ground} rx="0.6" mask="url(#holes)"/>`
}

/** The frame of a square or rectangular seal; nothing for one without. */
export function frame({ width, height, frameWidth }: FramedSealLayout, color: SealColor): string {
  if (frameWidth === 0) return ''
  const half = frameWidth / 2
  return `<rect x="${half - width / 2}" y="${half - height / 2}" width="${width - frameWidth}" height="${height - frameWidth}" rx="0.4" fill="none" stroke="${sealColors[color]}" stroke-width="${frameWidth}"/>`
}
