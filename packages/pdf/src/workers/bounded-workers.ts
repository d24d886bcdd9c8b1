import { type ResourceLimits, type Transferable, Worker } from 'node:worker_threads'

/** How many workers run a file, how long one job may take (ms), how many jobs may wait. */
export interface WorkerBounds {
  readonly file: URL
  readonly workers: number
  readonly timeLimitMs: number
  readonly waiting: number
  readonly resourceLimits?: ResourceLimits
}

/** Jobs in worker threads: each gets one reply or a WorkerFailure. */
export interface BoundedWorkers<Job, Reply> {
  run(job: Job, transfer?: readonly Transferable[]): Promise<Reply>
  /** Ends the workers; jobs under way and waiting fail as closed. */
  close(): Promise<void>
}

/** Why a job has no reply: over its time, its worker ended, too many jobs wait, or the pool is closed. */
export class WorkerFailure extends Error {
  override name = 'WorkerFailure'
  readonly reason: 'timeout' | 'ended' | 'busy' | 'closed'

  constructor(reason: WorkerFailure['reason'], options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}

interface Waiting<Job, Reply> {
  readonly job: Job
  readonly transfer: readonly Transferable[]
  readonly resolve: (reply: Reply) => void
  readonly reject: (failure: WorkerFailure) => void
}

interface Lane<Job, Reply> {
  worker: Worker
  /** Undefined while idle. */
  current: { task: Waiting<Job, Reply>; timer: NodeJS.Timeout } | undefined
}

/**
 * Starts workers when they are first needed. A job over its time, or a worker that ends, costs only that job: the
 * worker is replaced. Idle workers do not keep the process alive.
 */
export function boundedWorkers<Job, Reply>(bounds: WorkerBounds): BoundedWorkers<Job, Reply> {
  const lanes = new Set<Lane<Job, Reply>>()
  const queue: Waiting<Job, Reply>[] = []
  let closed = false

  const start = (): Lane<Job, Reply> => {
    const { resourceLimits } = bounds
    const worker = new Worker(bounds.file, resourceLimits ? { resourceLimits } : {})
    const lane: Lane<Job, Reply> = { worker, current: undefined }
    worker.on('message', (reply: Reply) => {
      settle(lane)?.resolve(reply)
      next(lane)
    })
    worker.on('error', (cause) => drop(lane, new WorkerFailure('ended', { cause })))
    worker.on('exit', () => drop(lane, new WorkerFailure('ended')))
    lanes.add(lane)
    return lane
  }

  const settle = (lane: Lane<Job, Reply>): Waiting<Job, Reply> | undefined => {
    const current = lane.current
    lane.current = undefined
    clearTimeout(current?.timer)
    return current?.task
  }

  const drop = (lane: Lane<Job, Reply>, failure: WorkerFailure): void => {
    if (!lanes.delete(lane)) return
    void lane.worker.terminate()
    settle(lane)?.reject(failure)
    if (!closed && queue.length > 0) next(start())
  }

  const next = (lane: Lane<Job, Reply>): void => {
    const task = queue.shift()
    if (!task) {
      lane.worker.unref()
      return
    }
    const timer = setTimeout(() => drop(lane, new WorkerFailure('timeout')), bounds.timeLimitMs)
    lane.current = { task, timer }
    lane.worker.ref()
    lane.worker.postMessage(task.job, [...task.transfer])
  }

  return {
    run(job, transfer = []) {
      if (closed) return Promise.reject(new WorkerFailure('closed'))
      if (queue.length >= bounds.waiting) return Promise.reject(new WorkerFailure('busy'))
      return new Promise((resolve, reject) => {
        queue.push({ job, transfer, resolve, reject })
        const idle = [...lanes].find((lane) => !lane.current)
        if (idle) next(idle)
        else if (lanes.size < bounds.workers) next(start())
      })
    },
    async close() {
      closed = true
      const ending = [...lanes].map((lane) => lane.worker.terminate())
      for (const lane of lanes) drop(lane, new WorkerFailure('closed'))
      for (const task of queue.splice(0)) task.reject(new WorkerFailure('closed'))
      await Promise.all(ending)
    },
  }
}
