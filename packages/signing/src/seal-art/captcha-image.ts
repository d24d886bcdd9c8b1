import { Resvg } from '@resvg/resvg-js'
import { bundledFont } from './glyph-outline.ts'

const width = 120
const height = 40
/** Dark enough to read, different enough that one threshold does not separate text from noise. */
const inks = ['#1d3557', '#7a2431', '#1f5c3d', '#4a3473', '#6b4a12'] as const

/** Draws up to six characters for a person to read back, 120 × 40 px at twice the density, as PNG. */
export function captchaImage(text: string, random: () => number): Buffer {
  const between = (low: number, high: number) => low + (high - low) * random()
  const ink = () => inks[Math.floor(random() * inks.length)] ?? inks[0]
  const font = bundledFont('sansMedium')
  const step = (width - 16) / [...text].length
  const glyphs = [...text].map((character, i) => {
    const outline = font.outline(character)
    if (!outline) throw new RangeError(`no glyph for ${character}`)
    const scale = between(27, 32) / font.unitsPerEm
    const x = 8 + step * (i + 0.5) + between(-2, 2)
    const y = height / 2 + between(-2.5, 2.5)
    const middle = (outline.box.top + outline.box.bottom) / 2
    const turn = `rotate(${between(-22, 22)}) skewX(${between(-10, 10)}) scale(${scale})`
    return `<path fill="${ink()}" transform="translate(${x} ${y}) ${turn} translate(${-outline.advance / 2} ${-middle})" d="${outline.path}"/>`
  })
  const y = () => between(4, height - 4)
  const line = () =>
    `<path fill="none" stroke="${ink()}" stroke-width="${between(0.8, 1.4)}" d="M0 ${y()}C${width / 3} ${y()} ${(2 * width) / 3} ${y()} ${width} ${y()}"/>`
  const dot = () =>
    `<circle fill="${ink()}" cx="${between(0, width)}" cy="${between(0, height)}" r="${between(0.5, 1)}"/>`
  const noise = [...Array.from({ length: 3 }, line), ...Array.from({ length: 36 }, dot)]
  const ground = `<rect width="${width}" height="${height}" fill="#f4f1ea"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${ground}${glyphs.join('')}${noise.join('')}</svg>`
  return new Resvg(svg, { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: 2 * width } })
    .render()
    .asPng()
}
