import { boundedWorkers } from '../intake/bounded-workers.ts'
import type { FindOptions } from './find-text.ts'
import { TextSearchRefusal } from './find-text.ts'
import type { TextMatch } from './match-text.ts'

/** What goes to the worker. */
export interface TextSearchJob {
  readonly bytes: Uint8Array
  readonly keyword: string
  readonly options: FindOptions
}

/** What comes back; undefined when the file cannot be opened. */
export type TextSearchReply = readonly TextMatch[] | undefined

/** Text search in worker threads. */
export interface TextSearchPool {
  /** As findText. Throws TextSearchRefusal, or WorkerFailure: timeout after 20 s, busy when too many wait. */
  find(bytes: Buffer, keyword: string, options?: FindOptions): Promise<readonly TextMatch[]>
  close(): Promise<void>
}

/** Opens a pool; `workers` (default 1) search at a time, `waiting` (default 32) questions may queue. */
export function textSearchPool({
  workers = 1,
  waiting = 32,
}: Partial<{ workers: number; waiting: number }> = {}): TextSearchPool {
  const file = new URL('./text-search-worker.ts', import.meta.url)
  const pool = boundedWorkers<TextSearchJob, TextSearchReply>({ file, workers, waiting, timeLimitMs: 20_000 })
  return {
    async find(bytes, keyword, options = {}) {
      const matches = await pool.run({ bytes, keyword, options })
      if (!matches) throw new TextSearchRefusal('文件已损坏或无法解析')
      return matches
    },
    close: () => pool.close(),
  }
}
