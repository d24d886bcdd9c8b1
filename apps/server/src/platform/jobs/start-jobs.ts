import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger, parseCronItems, run, type Runner, type WorkerEvents } from 'graphile-worker'
import { Pool, type PoolConfig } from 'pg'
import { timeLimits } from '#src/platform/database/time-limits.ts'
import { tolerateLoss } from '#src/platform/database/tolerate-loss.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { JobHandlers } from './jobs.ts'
import { workerSilent } from './silent-worker.ts'
import { watchJobs } from './watch-jobs.ts'
import { granting, openLease } from './worker-lease.ts'

/** Of several nodes one does it. */
const sweeping = '7 * * * *'
const anchoring = '*/10 * * * *'
const scrubbing = '17 * * * *'
const watching = '27 * * * *'
const ageing = '37 * * * *'
const sweepingOrphans = '47 * * * *'
const longestPauseMs = 10_000
/** Jobs at a time; the messages' lanes take four at most. */
const concurrency = 6
/**
 * How long a worker that ends may wait for what it has begun, and for itself afterwards, ms. After a failure to record
 * a job's end graphile-worker 0.18 miscounts what is left to record, and its own end never comes.
 */
const ending = { jobsMs: 10_000, itselfMs: 1000 }

/**
 * Starts the worker, and starts it again whenever it gives up; ends what it had begun within a minute of this process's
 * death, by whichever node lives. `owner` owns the job store's schema. A worker that is `alone` takes over at once what
 * a killed one had begun. Rejects when the first start fails.
 */
export async function startJobs(
  { owner, alone }: { owner: PoolConfig; alone: boolean },
  handlers: JobHandlers,
  { log, metrics }: Pick<Deps, 'log' | 'metrics'>,
): Promise<{ stop: () => Promise<void> }> {
  const pool = new Pool({ ...owner, ...timeLimits, max: 6 })
  tolerateLoss(pool)
  if (alone) {
    await pool.query(granting('locked_by is not null'))
    await pool.query(unlockAll)
  }
  const lease = openLease(pool, log)
  const closing = new AbortController()
  let running = await start()
  const living = live()

  async function start(): Promise<Running> {
    const events: WorkerEvents = new EventEmitter()
    watchJobs(events, { log, metrics })
    const begun = new Set<string>()
    events.on('job:start', ({ job }) => begun.add(job.id))
    events.on('job:complete', ({ job }) => begun.delete(job.id))
    // Asked for before the worker asks for its first job.
    events.on('pool:create', ({ workerPool }) => lease.hold(workerPool.id, begun))
    const givenUp = endOverdue(events, begun)
    const runner = await run({ ...settings(handlers, log), events, pgPool: pool })
    const ended = runner.promise.then(
      () => 'it ended',
      (error: unknown) => error,
    )
    const silent = workerSilent(events, { begun, concurrency })
    return { runner, ended: Promise.race([ended, givenUp, silent]) }
  }

  /** What a lost connection ends, or a queue that cannot be written, begins anew. */
  async function live(): Promise<void> {
    for (let waitMs = 100; ; waitMs = Math.min(waitMs * 2, longestPauseMs)) {
      const startedAt = performance.now()
      const ended = await running.ended
      if (closing.signal.aborted) return
      log('the jobs stopped and are started again', ended)
      if (performance.now() - startedAt > longestPauseMs) waitMs = 100
      await pause(waitMs, null, { signal: closing.signal }).catch(() => {})
      if (closing.signal.aborted) return
      // One that fell silent is to begin nothing more, should it ever be heard of again.
      running.runner.stop().catch(() => {})
      await lease.drop()
      running = await start().catch((error: unknown) => {
        log('the jobs cannot be started', error)
        return running
      })
    }
  }

  return {
    async stop() {
      closing.abort()
      await Promise.race([running.runner.stop().catch(() => {}), running.ended])
      await living
      await lease.close()
      await pool.end()
    },
  }
}

/** Resolves with a sentence some time after a worker was to end and its jobs have. */
function endOverdue(events: WorkerEvents, begun: ReadonlySet<string>): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  async function watch(): Promise<void> {
    for (let waited = 0; begun.size > 0 && waited < ending.jobsMs; waited += ending.itselfMs)
      await unheld(ending.itselfMs)
    await unheld(ending.itselfMs)
    resolve('the worker does not come to its end')
  }
  events.once('pool:gracefulShutdown', () => void watch())
  return promise
}

/** A pause that keeps no process alive. */
const unheld = (ms: number) => pause(ms, null, { ref: false })

/** A worker, and why it ended once it has. */
type Running = { runner: Runner; ended: Promise<unknown> }

const settings = (handlers: JobHandlers, log: (line: string) => void) => ({
  taskList: handlers,
  concurrency,
  pollInterval: 1000,
  noHandleSignals: true,
  // Retried while the database is away, and waited for at the end; without a batch neither is done.
  preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  parsedCronItems: parseCronItems([
    { task: 'sweep', match: sweeping, identifier: 'sweep' },
    { task: 'scrub', match: scrubbing, identifier: 'scrub' },
    { task: 'ageDrafts', match: ageing, identifier: 'ageDrafts' },
    { task: 'ageAuths', match: ageing, identifier: 'ageAuths' },
    { task: 'watchMembers', match: watching, identifier: 'watchMembers' },
    { task: 'sweepOrphans', match: sweepingOrphans, identifier: 'sweepOrphans' },
    { task: 'anchorHeads', match: anchoring, identifier: 'anchorHeads' },
  ]),
  // What fails is told by `watchJobs`.
  logger: new Logger(() => (level, message, meta) => {
    if (level === 'error' && meta?.failure !== true) log(message)
  }),
})

const unlockAll = `
  select graphile_worker.force_unlock_workers(array(select locked_by from graphile_worker.jobs where locked_by is not null))`
