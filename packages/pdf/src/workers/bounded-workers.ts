import { type ResourceLimits, type Transferable, Worker } from 'node:worker_threads'
import { fairQueue } from './fair-queue.ts'
import { slowFiles } from './slow-files.ts'
import { type WatchedWork, watchWork, type WorkLimits } from './watch-work.ts'

/** How many workers run a file, what one job may use, how many jobs may wait: half of them for one client. */
export interface WorkerBounds extends WorkLimits {
  readonly file: URL
  readonly workers: number
  readonly waiting: number
  readonly resourceLimits?: ResourceLimits
}

/** For whom a job is done: clients of one key share their turn. Without signal the job is done whoever has gone. */
export interface WorkClient {
  readonly key: string
  readonly signal?: AbortSignal | undefined
}

/** A job: made when its turn has come, so that what waits weighs nothing. */
export interface Work<Job> {
  readonly client: WorkClient
  readonly job: () => Job | Promise<Job>
  /** What of the job is moved to the worker and not copied. */
  readonly transfer?: (job: Job) => readonly Transferable[]
  /** Names a job that would take as long a second time: after a time-out it fails at once for a while. */
  readonly name?: string | undefined
}

/** Jobs in worker threads: each gets one reply or a WorkerFailure. */
export interface BoundedWorkers<Job, Reply> {
  /** Throws WorkerFailure, or what making the job throws. */
  run(work: Work<Job>): Promise<Reply>
  /** Ends the workers; jobs under way and waiting fail as closed. */
  close(): Promise<void>
}

/**
 * Why a job has no reply: it used up its CPU time, got none to use, its worker ended, too many jobs wait, nobody waits
 * for it any more, or the pool is closed.
 */
export class WorkerFailure extends Error {
  override name = 'WorkerFailure'
  readonly reason: 'timeout' | 'starved' | 'ended' | 'busy' | 'dropped' | 'closed'

  constructor(reason: WorkerFailure['reason'], options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}

interface Task<Job, Reply> extends Work<Job> {
  readonly resolve: (reply: Reply) => void
  readonly reject: (failure: unknown) => void
}

interface Lane<Job, Reply> {
  readonly worker: Worker
  /** From when a task is taken until what it cost is known. */
  isBusy: boolean
  current: { task: Task<Job, Reply>; startedAt: number; watch?: WatchedWork } | undefined
}

/** What replacing a worker costs, which is charged to whom it was for. */
const restartMs = 500

/**
 * Starts workers when they are first needed, and serves clients as `fairQueue` has it. A job over its limits, one that
 * nobody waits for, or a worker that ends costs only that job: the worker is replaced. Idle workers do not keep the
 * process alive.
 */
export function boundedWorkers<Job, Reply>(bounds: WorkerBounds): BoundedWorkers<Job, Reply> {
  const lanes = new Set<Lane<Job, Reply>>()
  const queue = fairQueue<Task<Job, Reply>>({ perKey: Math.ceil(bounds.waiting / 2), inAll: bounds.waiting })
  const slow = slowFiles()
  let closed = false

  const start = (): Lane<Job, Reply> => {
    const { resourceLimits } = bounds
    const worker = new Worker(bounds.file, resourceLimits ? { resourceLimits } : {})
    const lane: Lane<Job, Reply> = { worker, isBusy: false, current: undefined }
    worker.on('message', (reply: Reply) => {
      const { current } = lane
      lane.current = undefined
      current?.task.resolve(reply)
      if (current) void charge(lane, current)
    })
    worker.on('error', (cause) => drop(lane, new WorkerFailure('ended', { cause })))
    worker.on('exit', () => drop(lane, new WorkerFailure('ended')))
    lanes.add(lane)
    return lane
  }

  const charge = async (lane: Lane<Job, Reply>, { task, watch }: NonNullable<Lane<Job, Reply>['current']>) => {
    const cost = (await watch?.stop()) ?? 0
    queue.finish(task.client.key, cost)
    if (lanes.has(lane)) next(lane)
  }

  const drop = (lane: Lane<Job, Reply>, failure: WorkerFailure): void => {
    if (!lanes.delete(lane)) return
    void lane.worker.terminate()
    const { current } = lane
    lane.current = undefined
    if (current) {
      const { task, startedAt, watch } = current
      if (failure.reason === 'timeout' && task.name !== undefined) slow.add(task.name)
      void watch?.stop()
      queue.finish(task.client.key, performance.now() - startedAt + restartMs)
      task.reject(failure)
    }
    // Others of the same client may leave in the same moment.
    queueMicrotask(wake)
  }

  const wake = (): void => {
    if (closed || queue.size === 0) return
    const idle = [...lanes].find(({ isBusy }) => !isBusy)
    if (idle) next(idle)
    else if (lanes.size < bounds.workers) next(start())
  }

  const next = (lane: Lane<Job, Reply>): void => {
    const task = queue.next()?.task
    lane.isBusy = task !== undefined
    if (!task) lane.worker.unref()
    else void begin(lane, task)
  }

  const begin = async (lane: Lane<Job, Reply>, task: Task<Job, Reply>): Promise<void> => {
    const current: NonNullable<typeof lane.current> = { task, startedAt: performance.now() }
    lane.current = current
    lane.worker.ref()
    try {
      const job = await task.job()
      if (lane.current !== current) return
      current.watch = watchWork(lane.worker, bounds, (reason) => drop(lane, new WorkerFailure(reason)))
      lane.worker.postMessage(job, [...(task.transfer?.(job) ?? [])])
    } catch (error) {
      if (lane.current !== current) return
      lane.current = undefined
      task.reject(error)
      void charge(lane, current)
    }
  }

  const leave = (task: Task<Job, Reply>): void => {
    if (queue.remove(task.client.key, task)) task.reject(new WorkerFailure('dropped'))
    for (const lane of lanes) if (lane.current?.task === task) drop(lane, new WorkerFailure('dropped'))
  }

  const enqueue = (work: Work<Job>): Promise<Reply> => {
    const { key, signal } = work.client
    return new Promise((resolve, reject) => {
      const task: Task<Job, Reply> = {
        ...work,
        resolve: (reply) => {
          signal?.removeEventListener('abort', onGone)
          resolve(reply)
        },
        reject: (failure) => {
          signal?.removeEventListener('abort', onGone)
          reject(failure)
        },
      }
      const onGone = () => leave(task)
      if (!queue.add(key, task)) return reject(new WorkerFailure('busy'))
      signal?.addEventListener('abort', onGone)
      wake()
    })
  }

  return {
    async run(work) {
      if (closed) throw new WorkerFailure('closed')
      if (work.client.signal?.aborted) throw new WorkerFailure('dropped')
      if (work.name !== undefined && slow.has(work.name)) throw new WorkerFailure('timeout')
      return enqueue(work)
    },
    async close() {
      closed = true
      const ending = [...lanes].map((lane) => lane.worker.terminate())
      for (const lane of lanes) drop(lane, new WorkerFailure('closed'))
      for (const task of queue.clear()) task.reject(new WorkerFailure('closed'))
      await Promise.all(ending)
    },
  }
}
