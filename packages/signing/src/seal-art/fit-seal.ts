import { Resvg } from '@resvg/resvg-js'
import { pixelsPerMm, type SealArt } from './draw-seal.ts'

/**
 * A seal that was cut out of a picture, at 300 dpi of its size in mm, as drawn ones are: what is printed is as large as
 * its pixels say. The PNG is RGBA, of any size.
 */
export function fitSeal(
  png: Buffer,
  { widthMm, heightMm }: Pick<SealArt, 'widthMm' | 'heightMm'>,
): Omit<SealArt, 'svg'> {
  const [width, height] = [widthMm, heightMm].map((mm) => Math.round(mm * pixelsPerMm))
  const size = `width="${width}" height="${height}"`
  const href = `data:image/png;base64,${png.toString('base64')}`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><image href="${href}" ${size} preserveAspectRatio="none"/></svg>`
  return { png: new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng(), widthMm, heightMm }
}
