import { Resvg } from '@resvg/resvg-js'
import { bundledFont } from './glyph-outline.ts'

/** A text as the engine writes it on a page: PNG at 300 dpi on transparent ground, its size in mm. */
export type DrawnText = { readonly png: Buffer; readonly widthMm: number; readonly heightMm: number }

const mmPerPoint = 25.4 / 72
const pixelsPerMm = 300 / 25.4
/** Of the size of the letters, as `text-appearance.ts` sets a line. */
const lineHeight = 1.25
/** Points between the text and the ends of its line. */
const padding = 2

/**
 * Draws a date of a signing-date control in black at `size` points. Throws a RangeError for a character that the
 * bundled font lacks, which no format of a date has.
 */
export function drawDate(text: string, size: number): DrawnText {
  const font = bundledFont('sans')
  const scale = size / font.unitsPerEm
  // A Chinese glyph's ink stands from 0.12 em below the baseline to 0.88 em above it.
  const baseline = (size * lineHeight + size) / 2 - size * 0.12
  let x = padding
  const paths = [...text].map((character) => {
    const outline = font.outline(character)
    if (!outline) throw new RangeError(`no glyph for ${character}`)
    const path = `<path transform="translate(${x} ${baseline}) scale(${scale})" d="${outline.path}"/>`
    x += outline.advance * scale
    return path
  })
  const widthMm = (x + padding) * mmPerPoint
  const heightMm = size * lineHeight * mmPerPoint
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${x + padding} ${size * lineHeight}">${paths.join('')}</svg>`
  const png = new Resvg(svg, {
    font: { loadSystemFonts: false },
    fitTo: { mode: 'width', value: Math.round(widthMm * pixelsPerMm) },
  })
    .render()
    .asPng()
  return { png, widthMm, heightMm }
}
