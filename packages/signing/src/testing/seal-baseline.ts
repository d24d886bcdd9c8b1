import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { decodePng, encodePng, type Pixels } from '@moqi/pdf/images/png'

/** Kept pictures of seals: their ink as grey values, a third of 300 dpi. `MOQI_BASELINES=write` draws them anew. */

const folder = fileURLToPath(new URL('../seal-art/baselines/', import.meta.url))
const shrink = 3

/** How much of a seal may differ from its picture: a pixel by so many of 255, so large a share of its ink. */
export const tolerance = { value: 24, share: 0.001 } as const

/** The ink of a drawn seal (RGBA), as it is kept. */
export function inkOf(png: Buffer): Pixels {
  const { width, height, data } = decodePng(png, 4096)
  const [columns, rows] = [Math.ceil(width / shrink), Math.ceil(height / shrink)]
  const ink = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      let sum = 0
      for (let y = row * shrink; y < (row + 1) * shrink; y++)
        for (let x = column * shrink; x < (column + 1) * shrink; x++)
          if (x < width && y < height) sum += data[(y * width + x) * 4 + 3] ?? 0
      ink[row * columns + column] = Math.round(sum / shrink ** 2)
    }
  return { width: columns, height: rows, channels: 1, data: ink }
}

/** The share of the inked pixels that differ by more than the tolerance; 1 for pictures of different sizes. */
export function difference(one: Pixels, other: Pixels): number {
  if (one.width !== other.width || one.height !== other.height) return 1
  let [differing, inked] = [0, 0]
  for (let i = 0; i < one.data.length; i++) {
    const [a, b] = [one.data[i] ?? 0, other.data[i] ?? 0]
    if (Math.max(a, b) > 127) inked++
    if (Math.abs(a - b) > tolerance.value) differing++
  }
  return inked === 0 ? 1 : differing / inked
}

/** The kept picture of that name; throws where there is none. */
export function baseline(name: string, drawn: Pixels): Pixels {
  const file = `${folder}${name}.png`
  if (process.env['MOQI_BASELINES'] === 'write') {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, encodePng(drawn, 9))
  }
  if (!existsSync(file)) throw new Error(`no picture is kept of ${name}`)
  const { width, height, data } = decodePng(readFileSync(file), 4096)
  return { width, height, channels: 1, data: data.filter((_, at) => at % 4 === 0) }
}
