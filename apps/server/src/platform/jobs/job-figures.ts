import { sql } from 'kysely'
import type { Deps } from '#src/platform/deps.ts'

/** How one kind of job stands: due, under way, given up; `oldestS` is how long the first that is due waits. */
export type JobFigures = { job: string; waiting: number; running: number; lost: number; oldestS: number }

/** Every kind of which there is a job that is due, under way or given up. */
export async function jobFigures({ db }: Pick<Deps, 'db'>): Promise<JobFigures[]> {
  const { rows } = await db.directory((directory) =>
    sql<JobFigures>`select job, waiting, running, lost, oldest_s as "oldestS" from job_figures()`.execute(directory),
  )
  return rows
}
