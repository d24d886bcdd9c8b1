import type { DroppedJob, Job, operatorJob } from '@moqi/api/operator-job'
import { failedStates, jobLimits, jobStates } from '@moqi/domain/operators/job-states'
import { Refusal } from '@moqi/domain/refusal'
import type { Db } from '#src/platform/database/database.ts'
import type { Handler } from '#src/platform/handlers.ts'
import {
  droppedJobs,
  faultOf,
  findJobs,
  type FoundJob,
  type JobCursor,
  jobNumbers,
} from '#src/platform/jobs/find-jobs.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { kindLabelOf, kindsLike } from './job-kinds.ts'

type Calls = typeof operatorJob

const pageSize = 20

/** Jobs in one state, the first that were due first, and how many there are in each. */
export const listJobs: Handler<Calls['listJobs']> = async ({ db }, _operator, input) => {
  const { jobState, search, tenantId, cursor } = input
  if (tenantId !== undefined && !isUuid(tenantId)) throw new Refusal('request/invalid')
  const filter = { states: [jobState], kinds: kindsLike(search), space: tenantId, after: readCursor(cursor) }
  return db.directory(async (directory) => {
    const rows = await findJobs(directory, filter, pageSize + 1)
    const numbers = await jobNumbers(directory)
    const { page, nextCursor } = pageOf(rows)
    const owners = await ownersOf(directory, page)
    return {
      jobArray: page.map((row) => shown(row, owners)),
      nextCursor,
      stateArray: jobStates.map((state) => ({
        jobState: state,
        number: numbers.filter((one) => one.state === state).reduce((sum, { number }) => sum + number, 0),
      })),
    }
  })
}

/** What was dropped, the last first. */
export const listDroppedJobs: Handler<Calls['listDroppedJobs']> = async ({ db }, _operator, { search, cursor }) =>
  db.directory(async (directory) => {
    const wished = { kinds: kindsLike(search), before: readCursor(cursor) }
    const { page, nextCursor } = pageOf(await droppedJobs(directory, wished, pageSize + 1))
    const owners = await ownersOf(directory, page)
    const jobArray = page.map((row): DroppedJob => {
      const { id, task: kind, at: dropTime, attempts: tries, last_error, reason, dropped_by: droppedBy, space } = row
      const fault = faultOf(last_error)
      const ownerName = owners.get(space ?? '') ?? null
      return {
        jobId: String(id),
        kind,
        kindLabel: kindLabelOf(kind),
        dropTime,
        tries,
        fault,
        reason,
        droppedBy,
        ownerName,
      }
    })
    return { jobArray, nextCursor }
  })

/** What a deed would be about, before it is done. */
export const weighJobs: Handler<Calls['weighJobs']> = async ({ db }, _operator, input) => {
  const { jobIdArray, jobState, search, tenantId } = input
  const states = failedStates.filter((state) => jobState === undefined || state === jobState)
  const jobs = await db.directory((directory) =>
    findJobs(directory, { states, ids: jobIdArray, kinds: kindsLike(search), space: tenantId }, jobLimits.atOnce),
  )
  const kinds = Map.groupBy(jobs, ({ task }) => task)
  return {
    jobIdArray: jobs.map(({ id }) => String(id)),
    kindArray: [...kinds].map(([kind, { length: number }]) => ({ kind, kindLabel: kindLabelOf(kind), number })),
    spaceNumber: new Set(jobs.flatMap(({ space }) => space ?? [])).size,
    goneNumber: jobIdArray === undefined ? 0 : new Set(jobIdArray).size - jobs.length,
  }
}

function shown(row: FoundJob, owners: ReadonlyMap<string, string>): Job {
  const { id, state: jobState, task: kind, at, begun_at, attempts: tries, most: mostTries, last_error, space } = row
  return {
    jobId: String(id),
    jobState,
    kind,
    kindLabel: kindLabelOf(kind),
    time: begun_at ?? at,
    tries,
    mostTries,
    fault: faultOf(last_error),
    tenantId: space,
    ownerName: owners.get(space ?? '') ?? null,
  }
}

/** The names of the spaces that these belong to, by their ids. */
export async function ownersOf(
  directory: Db,
  rows: readonly { space: string | null }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap(({ space }) => (space !== null && isUuid(space) ? [space] : [])))]
  if (ids.length === 0) return new Map()
  const spaces = await directory
    .selectFrom('space')
    .where('tenant_id', 'in', ids)
    .select(['tenant_id', 'name'])
    .execute()
  return new Map(spaces.map(({ tenant_id, name }) => [tenant_id, name]))
}

function readCursor(cursor: string | undefined): JobCursor | null {
  if (cursor === undefined) return null
  const [, at, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? []
  if (at === undefined || id === undefined) throw new Refusal('request/invalid')
  return { at: Number(at), id: Number(id) }
}

function pageOf<T extends JobCursor>(rows: readonly T[]): { page: T[]; nextCursor: string | null } {
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  return { page, nextCursor: last && rows.length > pageSize ? `${last.at}.${last.id}` : null }
}
