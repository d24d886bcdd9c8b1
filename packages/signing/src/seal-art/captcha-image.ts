import { renderAsync } from '@resvg/resvg-js'
import { bundledFont, type GlyphOutline } from './glyph-outline.ts'

const width = 120
const height = 40
/** Dark enough to read. Letters and lines share one of them, so that no threshold tells them apart. */
const inks = ['#1d3557', '#7a2431', '#1f5c3d', '#4a3473', '#6b4a12'] as const
/** As thick as a letter's own strokes: a filter that takes the lines away takes the letters with them. */
const strokes = { thin: 1.4, thick: 2.1 }

type Point = readonly [x: number, y: number]
type Place = { x: number; y: number; turn: number; lean: number; scale: number }

/**
 * Draws up to six characters for a person to read back, 120 × 40 px at twice the density, as PNG, on another thread.
 * The letters touch, lean each its own way and lie on a wave, under lines as thick as they are.
 */
export async function captchaImage(text: string, random: () => number): Promise<Buffer> {
  const between = (low: number, high: number) => low + (high - low) * random()
  const ink = inks[Math.floor(random() * inks.length)] ?? inks[0]
  const font = bundledFont('sansMedium')
  const bend = waves(between)
  const step = (width - 22) / [...text].length
  const glyphs = [...text].map((character, i) => {
    const outline = font.outline(character)
    if (!outline) throw new RangeError(`no glyph for ${character}`)
    const place = {
      x: 11 + step * (i + 0.5) + between(-3, 3),
      y: height / 2 + between(-3, 3),
      turn: between(-0.35, 0.35),
      lean: between(-0.25, 0.25),
      scale: between(28, 34) / font.unitsPerEm,
    }
    return `<path fill="${ink}" d="${drawnAt(outline, place, bend)}"/>`
  })
  const y = () => between(6, height - 6)
  const line = () =>
    `<path fill="none" stroke="${ink}" stroke-width="${between(strokes.thin, strokes.thick)}" d="M0 ${y()}C${width / 3} ${y()} ${(2 * width) / 3} ${y()} ${width} ${y()}"/>`
  const arc = () => {
    const [x, at, size] = [between(0, width), y(), between(6, 14)]
    return `<path fill="none" stroke="${ink}" stroke-width="${between(strokes.thin, strokes.thick)}" d="M${x} ${at}q${size} ${between(-size, size)} ${between(-size, size)} ${size}"/>`
  }
  const dot = () =>
    `<circle fill="${ink}" cx="${between(0, width)}" cy="${between(0, height)}" r="${between(0.5, 1.3)}"/>`
  const noise = [line(), line(), ...Array.from({ length: 3 }, arc), ...Array.from({ length: 40 }, dot)]
  const ground = `<rect width="${width}" height="${height}" fill="#f4f1ea"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${ground}${glyphs.join('')}${noise.join('')}</svg>`
  const options = { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: 2 * width } } as const
  return (await renderAsync(svg, options)).asPng()
}

/** Moves points up and down, and to and fro, each way along a wave of its own. */
function waves(between: (low: number, high: number) => number): (point: Point) => Point {
  const up = { by: between(2, 3.2), every: between(4, 7), from: between(0, 7) }
  const aside = { by: between(1, 1.8), every: between(3, 5), from: between(0, 7) }
  return ([x, y]) => [
    x + aside.by * Math.sin(y / aside.every + aside.from),
    y + up.by * Math.sin(x / (2 * up.every) + up.from),
  ]
}

/** The outline about its middle, scaled, leaning, turned, moved to its place and bent. */
function drawnAt(
  { path, box, advance }: GlyphOutline,
  { x, y, turn, lean, scale }: Place,
  bend: (point: Point) => Point,
): string {
  const middle = (box.top + box.bottom) / 2
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)]
  return path.replaceAll(/(-?[\d.]+) (-?[\d.]+)/g, (_pair, left: string, top: string) => {
    const down = (Number(top) - middle) * scale
    const right = (Number(left) - advance / 2) * scale + lean * down
    return bend([x + right * cos - down * sin, y + right * sin + down * cos])
      .map((length) => length.toFixed(2))
      .join(' ')
  })
}
