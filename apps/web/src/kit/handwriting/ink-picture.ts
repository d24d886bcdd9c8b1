import { type Ink, inkBox, leastInk, outlineOf, type InkStroke } from './ink.ts'

const ink = '#17191e'
/** px: enough for 60 mm at 300 dpi, small enough to stay far below 512 KB. */
const largestSide = 900
const maxBytes = 512 * 1024

/** Bytes behind a base64 data URL. */
const bytesIn = (dataUrl: string) => Math.floor(((dataUrl.length - dataUrl.indexOf(',') - 1) * 3) / 4)

function picture(width: number, height: number, draw: (pen: CanvasRenderingContext2D) => void): Ink | null {
  let scale = Math.min(1, largestSide / Math.max(width, height)) * 2
  for (; scale > 0.1; scale /= 1.4) {
    const canvas = document.createElement('canvas')
    canvas.width = Math.ceil(Math.min(width * scale, largestSide))
    canvas.height = Math.ceil((canvas.width * height) / width)
    const pen = canvas.getContext('2d')
    if (!pen) return null
    pen.scale(canvas.width / width, canvas.width / width)
    pen.fillStyle = ink
    draw(pen)
    const png = canvas.toDataURL('image/png')
    if (bytesIn(png) <= maxBytes) return { png, ratio: width / height }
  }
  return null
}

function trace(pen: CanvasRenderingContext2D, outline: readonly (readonly [number, number])[]) {
  for (const [index, [x, y]] of outline.entries()) {
    if (index === 0) pen.moveTo(x, y)
    else pen.lineTo(x, y)
  }
  pen.closePath()
}

/** What was written, cropped to the ink, as a PNG on transparent ground of at most 512 KB; null for a mere slip. */
export function inkOf(strokes: readonly InkStroke[], brush: number): Ink | null {
  const outlines = strokes.map((stroke) => outlineOf(stroke, brush))
  const box = inkBox(outlines)
  if (!box || Math.max(box.width, box.height) < leastInk) return null
  const margin = 6
  return picture(box.width + 2 * margin, box.height + 2 * margin, (pen) => {
    pen.translate(margin - box.x, margin - box.y)
    pen.beginPath()
    for (const outline of outlines) trace(pen, outline)
    pen.fill()
  })
}

/** A name set in a brush-like face: the signature of somebody who cannot write with a pointer. */
export function typedInk(name: string): Ink | null {
  const size = 160
  return picture(size * [...name].length + 24, size * 1.3, (pen) => {
    pen.font = `${size}px KaiTi, STKaiti, 'Kaiti SC', 'AR PL UKai CN', 'Noto Serif SC', 'Noto Serif CJK SC', serif`
    pen.textBaseline = 'middle'
    pen.fillText(name, 12, size * 0.66)
  })
}
