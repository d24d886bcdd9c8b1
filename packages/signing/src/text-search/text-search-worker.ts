import { parentPort } from 'node:worker_threads'
import { findText, TextSearchRefusal } from './find-text.ts'
import type { TextSearchJob, TextSearchReply } from './text-search-pool.ts'

/** A fault inside PDFium goes uncaught: the pool starts a fresh worker. */
parentPort?.on('message', (job: TextSearchJob) => {
  void found(job).then((reply) => parentPort?.postMessage(reply))
})

async function found({ bytes, keyword, options }: TextSearchJob): Promise<TextSearchReply> {
  try {
    return await findText(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), keyword, options)
  } catch (error) {
    if (error instanceof TextSearchRefusal) return undefined
    throw error
  }
}
