import type { PageImageJob, PageImageReply } from './page-image-worker.ts'
import { boundedWorkers } from '../workers/bounded-workers.ts'
import { PageImageRefusal } from './render-page.ts'

/** Page images drawn in worker threads. */
export interface PageImagePool {
  /**
   * PNG of a page counted from 1, `widthPx` wide (16–2400). Throws PageImageRefusal, or WorkerFailure: timeout after
   * 10 s, busy when too many wait.
   */
  render(bytes: Buffer, page: number, widthPx: number): Promise<Buffer>
  close(): Promise<void>
}

/** Opens a pool; `workers` (default 1) draw at a time, `waiting` (default 64) pages may queue. */
export function pageImagePool({
  workers = 1,
  waiting = 64,
  timeLimitMs = 10_000,
}: Partial<{ workers: number; waiting: number; timeLimitMs: number }> = {}): PageImagePool {
  const file = new URL('./page-image-worker.ts', import.meta.url)
  const pool = boundedWorkers<PageImageJob, PageImageReply>({ file, workers, waiting, timeLimitMs })
  return {
    async render(bytes, page, widthPx) {
      const reply = await pool.run({ bytes, page, widthPx })
      if (reply.kind === 'refused') throw new PageImageRefusal(reply.reason)
      return Buffer.from(reply.png.buffer)
    },
    close: () => pool.close(),
  }
}
