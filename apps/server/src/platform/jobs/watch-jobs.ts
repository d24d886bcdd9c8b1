import type { WorkerEvents } from 'graphile-worker'
import type { Deps } from '#src/platform/deps.ts'

/** Counts what becomes of jobs, and tells the operator of one that fails, and of one that is given up. */
export function watchJobs(events: WorkerEvents, { log, metrics }: Pick<Deps, 'log' | 'metrics'>): void {
  events.on('job:success', ({ job }) => metrics.jobs.inc({ job: job.task_identifier, result: 'done' }))
  events.on('job:error', ({ job, error }) => {
    const isLost = job.attempts >= job.max_attempts
    metrics.jobs.inc({ job: job.task_identifier, result: isLost ? 'lost' : 'failed' })
    const told = isLost ? 'was given up: see npm run jobs' : 'failed and is tried again'
    log(`job ${job.id} ${job.task_identifier} ${told}`, error, isLost ? 'error' : 'warn')
  })
}
