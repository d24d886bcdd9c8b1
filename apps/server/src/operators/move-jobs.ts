import type { operatorJob } from '@moqi/api/operator-job'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { Refusal } from '@moqi/domain/refusal'
import { addOperatorLog } from '#src/cores/operator/operator-log.ts'
import type { Operator } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { dropJobs as drop, failedJobs, type FoundJob, retryJobs as retry } from '#src/platform/jobs/find-jobs.ts'
import { kindLabelOf } from './job-kinds.ts'
import { ownersOf } from './list-jobs.ts'
import { noteOnSubject } from './note-on-subject.ts'

/** Has failed jobs begin anew at once; whose work they are can read of it where the work is logged. */
export const retryJobs: Handler<typeof operatorJob.retryJobs> = (deps, operator, { jobIdArray }) =>
  move(deps, operator, jobIdArray, { verb: 'retryJob', reason: null })

/** Has failed jobs done no more; they are kept with the reason. */
export const dropJobs: Handler<typeof operatorJob.dropJobs> = (deps, operator, { jobIdArray, reason }) =>
  move(deps, operator, jobIdArray, { verb: 'dropJob', reason: fieldOf('reason', checkReason(reason)) })

type Deed = { verb: 'retryJob' | 'dropJob'; reason: string | null }

/** Jobs, the operator's own line of each, and the lines of those whose work it is: all of it, or none. */
async function move(deps: Deps, operator: Operator, ids: readonly string[], deed: Deed): Promise<{ number: number }> {
  const number = await deps.db.directoryWrite(async (tx) => {
    const found = await failedJobs(tx, { ids })
    const names = found.map(({ id }) => String(id))
    const by = operator.operatorName
    const moved = deed.reason === null ? await retry(tx, names) : await drop(tx, names, { reason: deed.reason, by })
    const jobs = found.filter(({ id }) => moved.has(id))
    if (jobs.length === 0) throw new Refusal('job/changed')
    await noteDeed(deps, tx, operator, { ...deed, jobs })
    return jobs.length
  })
  return { number }
}

async function noteDeed(
  deps: Deps,
  tx: Db,
  { operatorId, address }: Operator,
  { verb, reason, jobs }: Deed & { jobs: readonly FoundJob[] },
): Promise<void> {
  const owners = await ownersOf(tx, jobs)
  for (const job of jobs) {
    const what = `${kindLabelOf(job.task)}（${job.id}）`
    const detail = [what, owners.get(job.space ?? ''), reason].filter(Boolean).join('　')
    await addOperatorLog(deps, tx, { operatorId, address, verb, detail })
    await noteOnSubject(deps, tx, job, { verb, detail: [kindLabelOf(job.task), reason].filter(Boolean).join('：') })
  }
}
