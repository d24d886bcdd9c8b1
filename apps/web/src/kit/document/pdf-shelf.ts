import type { PDFDocumentLoadingTask, PDFDocumentProxy, PDFWorker } from 'pdfjs-dist'
import type * as pdfModule from 'pdfjs-dist/legacy/build/pdf.mjs'
import { addressOf } from '../../client/request.ts'
import { pdfAssets } from './pdf-assets.ts'

type Pdf = typeof pdfModule
/** The documents one view has open. A document is fetched when its first page is wanted, in ranges. */
export type PdfShelf = {
  open: (fileUrl: string) => Promise<PDFDocumentProxy>
  /** pdf.js itself, for its text layer. */
  library: () => Promise<Pdf>
  close: () => void
}

let loading: Promise<Pdf> | undefined

/** Loads pdf.js once; a failed chunk is asked for again next time. */
function loadPdf(): Promise<Pdf> {
  loading ??= Promise.all([
    import('pdfjs-dist/legacy/build/pdf.mjs'),
    import('pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'),
  ])
    .then(([pdf, worker]) => {
      pdf.GlobalWorkerOptions.workerSrc = worker.default
      return pdf
    })
    .catch((error: unknown) => {
      loading = undefined
      throw error
    })
  return loading
}

/**
 * `headers` is asked at each opening, so a document opened after a space switch carries the new space; `onBegin` hears
 * that pdf.js and a document have been asked for.
 */
export function createPdfShelf(headers: () => Record<string, string>, onBegin?: () => void): PdfShelf {
  const tasks = new Map<string, Promise<PDFDocumentLoadingTask>>()
  let worker: PDFWorker | undefined
  let generation = 0

  const start = async (fileUrl: string): Promise<PDFDocumentLoadingTask> => {
    const own = generation
    const pdf = await loadPdf()
    if (own !== generation) throw new Error('the view was closed while pdf.js was loading')
    worker ??= new pdf.PDFWorker()
    return pdf.getDocument({
      ...pdfAssets,
      url: new URL(addressOf(fileUrl), location.href).href,
      httpHeaders: headers(),
      worker,
      // Only the ranges a seen page needs are fetched: a 301-page contract shows its first page at once.
      disableAutoFetch: true,
      disableStream: true,
      rangeChunkSize: 131_072,
      enableXfa: false,
      disableWorkerRendering: true,
      verbosity: 0,
    })
  }

  return {
    library: loadPdf,
    async open(fileUrl) {
      const task = tasks.get(fileUrl) ?? start(fileUrl)
      tasks.set(fileUrl, task)
      onBegin?.()
      try {
        return await (
          await task
        ).promise
      } catch (error) {
        if (tasks.get(fileUrl) === task) tasks.delete(fileUrl)
        throw error
      }
    },
    close() {
      const closing = [...tasks.values()].map(async (task) => endWhenOpen(await task))
      const idle = worker
      tasks.clear()
      worker = undefined
      generation += 1
      void Promise.allSettled(closing).then(() => idle?.destroy())
    },
  }
}

/** In milliseconds. */
const longestOpening = 10_000

/**
 * Ended while it opens a document, pdf.js throws in its worker, where nobody can catch it: the opening may end first.
 */
async function endWhenOpen(task: PDFDocumentLoadingTask): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, longestOpening))
  await Promise.race([task.promise.catch(() => {}), late])
  await task.destroy()
}
