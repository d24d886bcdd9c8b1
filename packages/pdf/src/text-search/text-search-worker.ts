import { parentPort } from 'node:worker_threads'
import { findText, TextSearchRefusal, type FindOptions, type TextMatch } from './find-text.ts'
import { type PageLines, readLines } from './read-lines.ts'
import { readText } from './read-text.ts'

/** What goes to the worker: a keyword to find, how much of the text is wanted, or words whose pages are wanted. */
export type TextSearchJob = { readonly bytes: Uint8Array } & (
  | { readonly keyword: string; readonly options: FindOptions }
  | { readonly most: number }
  | { readonly words: readonly string[] }
)

/** What comes back; undefined when the file cannot be opened. */
export type TextSearchReply =
  | { readonly matches: readonly TextMatch[] }
  | { readonly text: string }
  | { readonly lines: PageLines }
  | undefined

/** A fault inside PDFium goes uncaught: the pool starts a fresh worker. */
parentPort?.on('message', (job: TextSearchJob) => {
  void found(job).then((reply) => parentPort?.postMessage(reply))
})

async function found({ bytes, ...job }: TextSearchJob): Promise<TextSearchReply> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if ('most' in job) return { text: await readText(file, job.most) }
    if ('words' in job) return { lines: await readLines(file, job.words) }
    return { matches: await findText(file, job.keyword, job.options) }
  } catch (error) {
    if (error instanceof TextSearchRefusal) return undefined
    throw error
  }
}
