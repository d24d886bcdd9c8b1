import { encodePng } from '@moqi/pdf/images/png'

/** A photo of a signature in black ink on warm paper, with the light falling off to one side; a PNG. */
export const signaturePhoto = (width = 900, height = 500): Buffer => photo({ width, height, ink: [38, 36, 40] }, isInk)

/** The same of a round seal in red ink; a PNG. */
export const sealPhoto = (): Buffer => photo({ width: 900, height: 600, ink: [198, 24, 30] }, isRed)

type Picture = { width: number; height: number; ink: readonly number[] }

function photo({ width, height, ink: inked }: Picture, covers: (x: number, y: number) => boolean): Buffer {
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const light = 1 - (0.4 * x) / width
      const colour = covers(x / width, y / height) ? inked : [238, 230, 212]
      data.set(
        colour.map((value) => Math.round(value * light)),
        (y * width + x) * 3,
      )
    }
  return encodePng({ width, height, channels: 3, data }, 6)
}

/** Three strokes and a dot, in parts of the picture. */
function isInk(x: number, y: number): boolean {
  const down = Math.abs(x - 0.3 - 0.05 * y) < 0.012 && y > 0.2 && y < 0.8
  const across = Math.abs(y - 0.4 - 0.1 * (x - 0.2)) < 0.02 && x > 0.2 && x < 0.75
  const curve = Math.abs(Math.hypot(x - 0.6, (y - 0.55) * 0.6) - 0.12) < 0.01
  return down || across || curve
}

/** A ring, a disc in its middle and a bar below, in parts of the picture. */
function isRed(x: number, y: number): boolean {
  const out = Math.hypot((x - 0.5) * 1.5, y - 0.5)
  const bar = Math.abs(x - 0.5) < 0.12 && Math.abs(y - 0.7) < 0.03
  return (out > 0.38 && out < 0.4) || out < 0.1 || bar
}
