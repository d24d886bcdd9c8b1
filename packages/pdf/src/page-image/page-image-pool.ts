import type { PageImageJob, PageImageReply } from './page-image-worker.ts'
import { boundedWorkers, type WorkClient } from '../workers/bounded-workers.ts'
import { PageImageRefusal } from './render-page.ts'

/** A page to draw, counted from 1, `widthPx` wide (16–2400), for whom. `key` names the bytes. */
export interface PageImageRequest {
  readonly client: WorkClient
  readonly key: string
  readonly bytes: () => Promise<Buffer>
  readonly page: number
  readonly widthPx: number
}

/** Page images drawn in worker threads. */
export interface PageImagePool {
  /**
   * PNG of a page. Throws PageImageRefusal, or WorkerFailure: timeout after 10 s of CPU time, and for a while at once
   * whatever the page's width.
   */
  render(request: PageImageRequest): Promise<Buffer>
  close(): Promise<void>
}

/** Opens a pool; `workers` (default 1) draw at a time, `waiting` (default 64) pages may queue. */
export function pageImagePool({
  workers = 1,
  waiting = 64,
  cpuLimitMs = 10_000,
}: Partial<{ workers: number; waiting: number; cpuLimitMs: number }> = {}): PageImagePool {
  const file = new URL('./page-image-worker.ts', import.meta.url)
  const pool = boundedWorkers<PageImageJob, PageImageReply>({ file, workers, waiting, cpuLimitMs })
  return {
    async render({ client, key, bytes, page, widthPx }) {
      const name = `${key} ${page}`
      const reply = await pool.run({ client, name, job: async () => ({ bytes: await bytes(), page, widthPx }) })
      if (reply.kind === 'refused') throw new PageImageRefusal(reply.reason)
      return Buffer.from(reply.png.buffer)
    },
    close: () => pool.close(),
  }
}
