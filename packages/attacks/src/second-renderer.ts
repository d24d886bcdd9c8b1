import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { AnnotationMode, getDocument, type RenderTask } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Pixels } from '@moqi/pdf/images/png'
import type { PageImages } from '@moqi/pdf/page-image/render-page'

const assets = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
/** One cell of comparison in pixels: strokes lie a little differently, words and seals do not. */
const cell = 8
/** The mean light of a cell may differ by so much, and so many cells of a page by more. */
const [tolerance, mostCells] = [70, 0.002]

/** Draws a page with pdf.js, which shares no code with PDFium: as a screen shows it, or as paper does. */
export async function drawWithPdfJs(
  bytes: Buffer,
  page: number,
  { widthPx, medium }: { widthPx: number; medium: 'display' | 'print' },
): Promise<Pixels> {
  const task = getDocument({
    data: new Uint8Array(bytes),
    verbosity: 0,
    standardFontDataUrl: join(assets, 'standard_fonts/'),
    cMapUrl: join(assets, 'cmaps/'),
    wasmUrl: join(assets, 'wasm/'),
  })
  try {
    const document = await task.promise
    const shown = await document.getPage(page)
    const viewport = shown.getViewport({ scale: widthPx / shown.getViewport({ scale: 1 }).width })
    const [width, height] = [Math.round(viewport.width), Math.round(viewport.height)]
    const canvas = createCanvas(width, height)
    // The one method of a browser's context that Skia's lacks draws nothing of a page.
    const context = Object.assign(canvas.getContext('2d'), { drawFocusIfNeeded: () => {} })
    context.fillStyle = 'white'
    context.fillRect(0, 0, width, height)
    const annotationMode = AnnotationMode.ENABLE
    const wanted = { canvas: null, canvasContext: context, viewport, intent: medium, annotationMode }
    // Its types know a browser's canvas only; in Node it draws on Skia's itself.
    const drawing: RenderTask = Reflect.apply(shown.render, shown, [wanted])
    await drawing.promise
    return { width, height, channels: 4, data: new Uint8Array(context.getImageData(0, 0, width, height).data) }
  } finally {
    await task.destroy()
  }
}

/** The number of signatures that pdf.js finds. */
export async function signaturesByPdfJs(bytes: Buffer): Promise<number> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  try {
    return (await (await task.promise).getSignatures())?.length ?? 0
  } finally {
    await task.destroy()
  }
}

/** The cells, in pixels from the top left, in which two pictures of a page differ as no two renderers do. */
function differingCells(one: Pixels, other: Pixels): { x: number; y: number }[] {
  const found: { x: number; y: number }[] = []
  const [width, height] = [Math.min(one.width, other.width), Math.min(one.height, other.height)]
  for (let y = 0; y + cell <= height; y += cell) {
    for (let x = 0; x + cell <= width; x += cell) {
      if (Math.abs(lightAt(one, x, y) - lightAt(other, x, y)) > tolerance) found.push({ x, y })
    }
  }
  return found
}

function lightAt({ width, data, channels }: Pixels, left: number, top: number): number {
  let sum = 0
  for (let y = top; y < top + cell; y++) {
    for (let x = left; x < left + cell; x++) {
      const at = (y * width + x) * channels
      sum += (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)
    }
  }
  return sum / (3 * cell * cell)
}

/** What is wrong with a page in the eyes of pdf.js: it shows something else than PDFium, or prints something else. */
export async function pdfJsComplaint(images: PageImages, bytes: Buffer, page: number): Promise<string | undefined> {
  const drawn = await images.draw(bytes, page, 600)
  const cells = (drawn.width * drawn.height) / (cell * cell)
  for (const medium of ['display', 'print'] as const) {
    const found = differingCells(drawn, await drawWithPdfJs(bytes, page, { widthPx: 600, medium }))
    const [first] = found
    if (first && found.length > cells * mostCells)
      return `${medium}: ${found.length} places, one at ${first.x}, ${first.y}`
  }
  return undefined
}
