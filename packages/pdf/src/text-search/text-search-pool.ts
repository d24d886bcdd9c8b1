import type { TextSearchJob, TextSearchReply } from './text-search-worker.ts'
import { boundedWorkers, type WorkClient } from '../workers/bounded-workers.ts'
import { type FindOptions, type TextMatch, TextSearchRefusal } from './find-text.ts'
import type { PageLines } from './read-lines.ts'

/** Text search in worker threads. */
export interface TextSearchPool {
  /** As findText. Throws TextSearchRefusal, or WorkerFailure: timeout after 20 s of CPU time. */
  find(client: WorkClient, bytes: Buffer, keyword: string, options?: FindOptions): Promise<readonly TextMatch[]>
  /** As readText; throws the same. */
  read(client: WorkClient, bytes: Buffer, most: number): Promise<string>
  /** As readLines; throws the same. */
  lines(client: WorkClient, bytes: Buffer, words: readonly string[]): Promise<PageLines>
  close(): Promise<void>
}

/** Opens a pool; `workers` (default 1) search at a time, `waiting` (default 32) questions may queue. */
export function textSearchPool({
  workers = 1,
  waiting = 32,
}: Partial<{ workers: number; waiting: number }> = {}): TextSearchPool {
  const file = new URL('./text-search-worker.ts', import.meta.url)
  const pool = boundedWorkers<TextSearchJob, TextSearchReply>({ file, workers, waiting, cpuLimitMs: 20_000 })
  return {
    async find(client, bytes, keyword, options = {}) {
      const reply = await pool.run({ client, job: () => ({ bytes, keyword, options }) })
      if (!reply || !('matches' in reply)) throw new TextSearchRefusal('文件已损坏或无法解析')
      return reply.matches
    },
    async read(client, bytes, most) {
      const reply = await pool.run({ client, job: () => ({ bytes, most }) })
      if (!reply || !('text' in reply)) throw new TextSearchRefusal('文件已损坏或无法解析')
      return reply.text
    },
    async lines(client, bytes, words) {
      const reply = await pool.run({ client, job: () => ({ bytes, words }) })
      if (!reply || !('lines' in reply)) throw new TextSearchRefusal('文件已损坏或无法解析')
      return reply.lines
    },
    close: () => pool.close(),
  }
}
