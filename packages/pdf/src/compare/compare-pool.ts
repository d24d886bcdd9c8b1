import { boundedWorkers, type WorkClient } from '../workers/bounded-workers.ts'
import { CompareRefusal, type Comparison } from './comparison.ts'
import type { CompareJob, CompareReply } from './compare-worker.ts'
import type { DrawnPage } from './draw-differing.ts'

/** Two files to compare, for whom: read when their turn has come. `key` names their bytes. */
export interface CompareRequest {
  readonly client: WorkClient
  readonly key: string
  readonly before: () => Promise<Buffer>
  readonly after: () => Promise<Buffer>
  /** How many pages on which something differs are drawn. */
  readonly pictures: number
}

/** Comparison in worker threads. */
export interface ComparePool {
  /** As compareFiles. Throws CompareRefusal, or WorkerFailure: timeout after 60 s of CPU time. */
  compare(request: CompareRequest): Promise<Comparison & { pictures: DrawnPage[] }>
  close(): Promise<void>
}

/** Opens a pool; `workers` (default 1) compare at a time, `waiting` (default 16) pairs may queue. */
export function comparePool({
  workers = 1,
  waiting = 16,
}: Partial<{ workers: number; waiting: number }> = {}): ComparePool {
  const pool = boundedWorkers<CompareJob, CompareReply>({
    file: new URL('./compare-worker.ts', import.meta.url),
    workers,
    waiting,
    cpuLimitMs: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  return {
    async compare({ client, key: name, before, after, pictures }) {
      const job = async () => ({ before: await before(), after: await after(), pictures })
      const reply = await pool.run({ client, name, job })
      if (reply.kind === 'compared') return reply.value
      const { reason, side, message } = reply.refusal
      throw new CompareRefusal(reason, side, message)
    },
    close: () => pool.close(),
  }
}
