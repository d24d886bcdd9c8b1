import { parentPort } from 'node:worker_threads'
import { findText, TextSearchRefusal } from './find-text.ts'
import { readText } from './read-text.ts'
import type { TextSearchJob, TextSearchReply } from './text-search-pool.ts'

/** A fault inside PDFium goes uncaught: the pool starts a fresh worker. */
parentPort?.on('message', (job: TextSearchJob) => {
  void found(job).then((reply) => parentPort?.postMessage(reply))
})

async function found({ bytes, ...job }: TextSearchJob): Promise<TextSearchReply> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if ('most' in job) return { text: await readText(file, job.most) }
    return { matches: await findText(file, job.keyword, job.options) }
  } catch (error) {
    if (error instanceof TextSearchRefusal) return undefined
    throw error
  }
}
