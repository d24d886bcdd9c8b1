import { parentPort } from 'node:worker_threads'
import { openPageImages, type PageImages, PageImageRefusal } from './render-page.ts'

/** What goes to the worker. */
export interface PageImageJob {
  readonly bytes: Uint8Array
  readonly page: number
  readonly widthPx: number
}

/** What comes back. */
export type PageImageReply =
  | { readonly kind: 'drawn'; readonly png: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'refused'; readonly reason: PageImageRefusal['reason'] }

/** A document of heavy scans can grow PDFium's memory to gigabytes, which only a fresh instance gives back. */
const mostMemory = 512 * 1024 * 1024

let opening = openPageImages()

/** A fault inside PDFium leaves its memory in doubt: the error goes uncaught and the pool starts a fresh worker. */
parentPort?.on('message', (job: PageImageJob) => {
  void opening.then(async (images) => {
    const reply = await drawn(images, job)
    parentPort?.postMessage(reply, reply.kind === 'drawn' ? [reply.png.buffer] : [])
    if (images.memoryBytes() > mostMemory) opening = openPageImages()
  })
})

async function drawn(images: PageImages, { bytes, page, widthPx }: PageImageJob): Promise<PageImageReply> {
  try {
    const png = await images.render(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), page, widthPx)
    return { kind: 'drawn', png: new Uint8Array(png) }
  } catch (error) {
    if (error instanceof PageImageRefusal) return { kind: 'refused', reason: error.reason }
    throw error
  }
}
