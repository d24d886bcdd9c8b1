import { type WorkClient, WorkerFailure } from './bounded-workers.ts'
import { fairQueue } from './fair-queue.ts'

/** Does one thing after the other. Throws what the work throws, or WorkerFailure: busy, dropped. */
export type FairTurns = <T>(client: WorkClient, work: () => Promise<T>) => Promise<T>

interface Turn {
  begin: () => void
}

/**
 * Turns at what can do one thing at a time, given out by `fairQueue` and charged by the clock. `waiting` may wait, half
 * of them for one client; work under way ends by itself when its client leaves, if it listens.
 */
export function fairTurns(waiting: number): FairTurns {
  const queue = fairQueue<Turn>({ perKey: Math.ceil(waiting / 2), inAll: waiting })
  let isTaken = false

  const next = () => {
    if (isTaken) return
    const chosen = queue.next()
    isTaken = chosen !== undefined
    chosen?.task.begin()
  }

  return async ({ key, signal }, work) => {
    if (signal?.aborted) throw new WorkerFailure('dropped')
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        if (queue.remove(key, turn)) reject(new WorkerFailure('dropped'))
      }
      const turn: Turn = {
        begin: () => {
          signal?.removeEventListener('abort', leave)
          resolve()
        },
      }
      if (!queue.add(key, turn)) return reject(new WorkerFailure('busy'))
      signal?.addEventListener('abort', leave, { once: true })
      next()
    })
    const startedAt = performance.now()
    try {
      return await work()
    } finally {
      queue.finish(key, performance.now() - startedAt)
      isTaken = false
      next()
    }
  }
}
