import type { WorkerEvents } from 'graphile-worker'

/**
 * How long nobody of a worker may ask for a job, ms: longer than any one question to the database. graphile-worker 0.18
 * repeats a question at longer and longer intervals while a database starts or fails over, and may never come back.
 */
const silenceMs = 60_000
const lookEveryMs = 5_000

/**
 * Resolves with a sentence once none of the idle ones among `concurrency` has asked for a job for too long; never once
 * the worker is ending. `begun`: ids of the jobs that are being done.
 */
export function workerSilent(
  events: WorkerEvents,
  { begun, concurrency }: { begun: ReadonlySet<string>; concurrency: number },
): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let heardAt = performance.now()
  const hear = () => {
    heardAt = performance.now()
  }
  events.on('worker:getJob:start', hear)
  events.on('job:complete', hear)
  const timer = setInterval(() => {
    // When all have something to do, nobody has to ask.
    if (begun.size >= concurrency) return hear()
    if (performance.now() - heardAt < silenceMs) return
    clearInterval(timer)
    resolve('the worker has asked for no job for a minute')
  }, lookEveryMs)
  timer.unref()
  events.once('pool:gracefulShutdown', () => clearInterval(timer))
  events.once('pool:release', () => clearInterval(timer))
  return promise
}
