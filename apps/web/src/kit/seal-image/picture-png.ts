import type { Pixels } from './cut-out.ts'
import { penOf } from './read-picture.ts'

/** Bytes that the server takes, and pixels a side to begin with: 60 mm at 300 dpi and some more. */
const mostBytes = 512 * 1024
const largestSide = 900

type Box = { x: number; y: number; width: number; height: number }

/** A part of a picture as a PNG data URL that the server takes: smaller where it would be too heavy. */
export function picturePng({ width, height, data }: Pixels, box: Box): string {
  const whole = penOf(width, height)
  const image = whole.createImageData(width, height)
  image.data.set(data)
  whole.putImageData(image, 0, 0)
  for (let side = largestSide; ; side *= 0.8) {
    const scale = Math.min(1, side / Math.max(box.width, box.height))
    const part = penOf(Math.max(1, Math.round(box.width * scale)), Math.max(1, Math.round(box.height * scale)))
    part.drawImage(whole.canvas, box.x, box.y, box.width, box.height, 0, 0, part.canvas.width, part.canvas.height)
    const png = part.canvas.toDataURL('image/png')
    if ((png.length * 3) / 4 <= mostBytes || side < 100) return png
  }
}
