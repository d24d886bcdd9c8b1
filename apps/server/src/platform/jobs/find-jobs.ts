import { failedStates, jobLimits, type JobState } from '@moqi/domain/operators/job-states'
import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import { plainSentence } from '#src/platform/operation/plain-sentence.ts'

/** Ids in a job's payload by which what it is about is found. */
export type JobAbout = Partial<
  Record<
    'contractId' | 'approvalId' | 'sealId' | 'grantId' | 'orderId' | 'paymentNo' | 'invoiceId' | 'messageId',
    string
  >
>

/**
 * A job as its store has it, times in ms: when its turn is, and since when it is under way. `space` is the tenant its
 * payload names.
 */
export type FoundJob = {
  id: number
  task: string
  at: number
  state: JobState
  attempts: number
  most: number
  begun_at: number | null
  last_error: string | null
  space: string | null
  about: JobAbout
}

/** Where a page begins: behind the job of that time (ms) and id. */
export type JobCursor = { at: number; id: number }

/** Which jobs: absent is all of them; of `kinds` none when it is empty. */
export type JobFilter = {
  states: readonly JobState[]
  kinds?: readonly string[] | undefined
  space?: string | undefined
  ids?: readonly string[] | undefined
  after?: JobCursor | null
}

/** The first `most` of the jobs that fit, by their time. */
export async function findJobs(
  db: Db,
  { states, kinds, space, ids, after }: JobFilter,
  most: number,
): Promise<FoundJob[]> {
  const { rows } = await sql<FoundJob>`
    select id, task, at, state, attempts, most, begun_at, last_error, space, about
    from list_jobs(${states}::text[], ${kinds ?? null}::text[], ${space ?? null}, ${ids ?? null}::bigint[],
      ${after?.at ?? null}::bigint, ${after?.id ?? null}::bigint, ${most})`.execute(db)
  return rows
}

/** Failed ones that fit, as many as one deed may be about. */
export const failedJobs = (db: Db, filter: Omit<JobFilter, 'states'>): Promise<FoundJob[]> =>
  findJobs(db, { ...filter, states: failedStates }, jobLimits.atOnce)

/** A job that is no longer done; `at` in ms. */
export type DroppedRow = {
  id: number
  task: string
  at: number
  attempts: number
  last_error: string | null
  reason: string
  dropped_by: string
  space: string | null
}

/** The last `most` jobs that were dropped. */
export async function droppedJobs(
  db: Db,
  { kinds, before }: { kinds: readonly string[] | undefined; before: JobCursor | null },
  most: number,
): Promise<DroppedRow[]> {
  const { rows } = await sql<DroppedRow>`
    select id, task, at, attempts, last_error, reason, dropped_by, space
    from list_dropped_jobs(${kinds ?? null}::text[], ${before?.at ?? null}::bigint, ${before?.id ?? null}::bigint,
      ${most})`.execute(db)
  return rows
}

/** How many jobs of each kind are in each state. */
export async function jobNumbers(db: Db): Promise<{ task: string; state: JobState; number: number }[]> {
  const { rows } = await sql<{ task: string; state: JobState; number: number }>`
    select task, state, number from job_states()`.execute(db)
  return rows
}

/** Has these begin anew at once; answers the ids of those that could be. One that is under way stays as it is. */
export async function retryJobs(tx: Db, ids: readonly string[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`select id from retry_jobs(${ids}::bigint[])`.execute(tx)
  return new Set(rows.map(({ id }) => Number(id)))
}

/** Takes these from the store and keeps them with the reason; answers the ids as `retryJobs` does. */
export async function dropJobs(
  tx: Db,
  ids: readonly string[],
  { reason, by }: { reason: string; by: string },
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from drop_jobs(${ids}::bigint[], ${reason}, ${by})`.execute(tx)
  return new Set(rows.map(({ id }) => Number(id)))
}

/** The first line of an error without what it may quote of anybody's data. */
export const faultOf = (error: string | null): string | null =>
  error === null ? null : plainSentence(error.split('\n')[0] ?? '').slice(0, 400)
