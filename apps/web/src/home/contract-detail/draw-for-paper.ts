import type { File } from '@moqi/api/shapes'
import type { PDFPageProxy } from 'pdfjs-dist'
import type { PdfShelf } from '../../kit/document/pdf-shelf.ts'

/** Sharp enough for the smallest print of a seal. */
const dotsPerInch = 200
const pointsPerInch = 72

/** A page as a picture: a blob URL, which its holder gives back. */
export type PaperPage = { url: string; landscape: boolean }

/**
 * Draws every page of the files as it goes to paper, with what is marked for print only, and hands each over when it is
 * there. Rejects when a file cannot be read or drawn; after `signal` no further page comes.
 */
export async function drawForPaper(
  shelf: PdfShelf,
  files: readonly Pick<File, 'fileUrl' | 'pageCount'>[],
  { signal, onPage }: { signal: AbortSignal; onPage: (page: PaperPage) => void },
): Promise<void> {
  for (const { fileUrl, pageCount } of files) {
    const pdf = await shelf.open(fileUrl)
    for (let number = 1; number <= pageCount && !signal.aborted; number++) {
      const page = await pdf.getPage(number)
      const drawn = await draw(page, signal)
      page.cleanup()
      if (drawn && !signal.aborted) onPage(drawn)
    }
  }
}

async function draw(page: PDFPageProxy, signal: AbortSignal): Promise<PaperPage | null> {
  const viewport = page.getViewport({ scale: dotsPerInch / pointsPerInch })
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(viewport.width)
  canvas.height = Math.round(viewport.height)
  const drawing = page.render({ canvas, viewport, intent: 'print' })
  const cancel = () => drawing.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  await drawing.promise
  signal.removeEventListener('abort', cancel)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.95))
  // Safari keeps a canvas's memory until it is made small.
  canvas.width = 0
  if (!blob) throw new Error('a page could not be drawn')
  return signal.aborted ? null : { url: URL.createObjectURL(blob), landscape: viewport.width > viewport.height }
}
