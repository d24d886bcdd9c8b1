import { languageOf } from './language-of.ts'
import { canvasRatio } from './page-layout.ts'
import type { PdfShelf } from './pdf-shelf.ts'

type Page = { shelf: PdfShelf; fileUrl: string; page: number; holder: HTMLElement; signal: AbortSignal }

/**
 * Draws a page `width` CSS px wide on a new canvas and puts it in the holder when finished, so a page being zoomed
 * never blinks. Rejects when the file cannot be read or drawing fails; after `signal` nothing is changed.
 */
export async function drawPage({
  shelf,
  fileUrl,
  page,
  holder,
  signal,
  width,
}: Page & { width: number }): Promise<void> {
  const source = await (await shelf.open(fileUrl)).getPage(page)
  if (signal.aborted) return
  const natural = source.getViewport({ scale: 1 })
  const scale = width / natural.width
  const ratio = canvasRatio(width, natural.height * scale, devicePixelRatio)
  const viewport = source.getViewport({ scale: scale * ratio })
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(viewport.width)
  canvas.height = Math.round(viewport.height)
  const drawing = source.render({ canvas, viewport })
  const cancel = () => drawing.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  await drawing.promise
  signal.removeEventListener('abort', cancel)
  if (!signal.aborted) holder.replaceChildren(canvas)
}

/**
 * Lays a page's text, transparent and selectable, over its picture: what a screen reader and a search see, in the
 * language that the file names.
 */
export async function layText({ shelf, fileUrl, page, holder, signal }: Page): Promise<void> {
  const [pdf, opened] = await Promise.all([shelf.library(), shelf.open(fileUrl)])
  const source = await opened.getPage(page)
  const content = await source.getTextContent()
  if (signal.aborted) return
  holder.lang = languageOf(content)
  const layer = new pdf.TextLayer({
    textContentSource: content,
    container: holder,
    viewport: source.getViewport({ scale: 1 }),
  })
  signal.addEventListener('abort', () => layer.cancel(), { once: true })
  await layer.render()
}
