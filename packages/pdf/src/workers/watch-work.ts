import type { Worker } from 'node:worker_threads'

/**
 * What a worker may use for one job: CPU time, and by the clock, by default six times as long and the time in which a
 * worker starts on a busy machine.
 */
export interface WorkLimits {
  readonly cpuLimitMs: number
  readonly wallLimitMs?: number
}

/** One job under way in a worker. */
export interface WatchedWork {
  /** Ends the watch; answers the milliseconds that the job has used. */
  stop(): Promise<number>
}

const wallFactor = 6
const startMs = 10_000
const lookEveryMs = 250
/** Work as short as this is charged by the clock, which spares asking the worker. */
const briefMs = 50

/**
 * Watches what a worker does from now on: `over` is told once, `timeout` when the job has used up its CPU time,
 * `starved` when it has not by the end of its time by the clock.
 */
export function watchWork(
  worker: Worker,
  { cpuLimitMs, wallLimitMs = cpuLimitMs * wallFactor + startMs }: WorkLimits,
  over: (reason: 'timeout' | 'starved') => void,
): WatchedWork {
  const startedAt = performance.now()
  // A worker that is still starting has used nothing.
  const before = cpuOf(worker).then((used) => used ?? 0)
  let isAsked = false
  let isOver = false

  const used = async () => {
    const now = await cpuOf(worker)
    return now === undefined ? undefined : now - (await before)
  }
  const end = (reason?: 'timeout' | 'starved') => {
    if (isOver) return
    isOver = true
    clearInterval(looking)
    clearTimeout(waiting)
    if (reason) over(reason)
  }
  const look = async () => {
    if (isAsked) return
    isAsked = true
    const ms = await used()
    isAsked = false
    if (ms !== undefined && ms > cpuLimitMs) end('timeout')
  }
  const looking = setInterval(() => void look(), Math.min(lookEveryMs, Math.ceil(cpuLimitMs / 4)))
  const waiting = setTimeout(() => end('starved'), wallLimitMs)
  // While it has a job, the worker itself keeps the process alive.
  looking.unref()
  waiting.unref()

  return {
    async stop() {
      end()
      const wall = performance.now() - startedAt
      return wall < briefMs ? wall : ((await used()) ?? wall)
    },
  }
}

/** CPU time of a worker's thread so far, in ms; undefined when it does not run. */
async function cpuOf(worker: Worker): Promise<number | undefined> {
  try {
    const { user, system } = await worker.cpuUsage()
    return (user + system) / 1000
  } catch {
    return undefined
  }
}
