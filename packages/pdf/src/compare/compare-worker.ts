import { parentPort } from 'node:worker_threads'
import { openPageImages, type PageImages } from '../page-image/render-page.ts'
import { compareFiles } from './compare-files.ts'
import { CompareRefusal, type Comparison } from './comparison.ts'
import { type DrawnPage, drawDiffering } from './draw-differing.ts'

/** What goes to the worker: two files, and how many pages of them are drawn. */
export interface CompareJob {
  readonly before: Uint8Array
  readonly after: Uint8Array
  readonly pictures: number
}

/** What comes back. */
export type CompareReply =
  | { readonly kind: 'compared'; readonly value: Comparison & { pictures: DrawnPage[] } }
  | { readonly kind: 'refused'; readonly refusal: Pick<CompareRefusal, 'reason' | 'side' | 'message'> }

/** What PDFium has grown to it never gives back, but for a fresh instance. */
const mostMemory = 512 * 1024 * 1024

let opening: Promise<PageImages> | undefined

/** A fault inside PDFium goes uncaught: the pool starts a fresh worker. */
parentPort?.on('message', (job: CompareJob) => {
  void compared(job).then((reply) => parentPort?.postMessage(reply))
})

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)

async function compared(job: CompareJob): Promise<CompareReply> {
  const [before, after] = [bufferOf(job.before), bufferOf(job.after)]
  opening ??= openPageImages()
  const renderer = await opening
  try {
    const value = await compareFiles(before, after, { renderer })
    const pictures = await drawDiffering(value, { before, after }, { renderer, most: job.pictures })
    return { kind: 'compared', value: { ...value, pictures } }
  } catch (error) {
    if (!(error instanceof CompareRefusal)) throw error
    const { reason, side, message } = error
    return { kind: 'refused', refusal: { reason, side, message } }
  } finally {
    if (renderer.memoryBytes() > mostMemory) opening = undefined
  }
}
