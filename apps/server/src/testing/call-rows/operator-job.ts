import type { operatorJob } from '@moqi/api/operator-job'
import { type CallRows, justReads, reads } from '../call-row.ts'

const jobIdArray = ['900000000001']
/** Why no key is needed. */
const decided = 'is refused by the job once it is tried again, done or dropped'

/** Of the calls in `packages/api/src/operator-job.ts`. */
export const operatorJobRows: CallRows<typeof operatorJob> = {
  listJobs: { inputs: () => [{ jobState: 'lost' }], again: reads },
  listDroppedJobs: justReads,
  weighJobs: { inputs: () => [{ jobIdArray }, { jobState: 'lost' }], again: reads },
  retryJobs: { inputs: () => [{ jobIdArray }], again: 'puts a job at once where it is, or is refused by it' },
  dropJobs: { inputs: () => [{ jobIdArray, reason: '不再需要' }], again: decided },
}
