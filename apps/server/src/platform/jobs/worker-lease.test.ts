import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tolerateLoss } from '#src/platform/database/tolerate-loss.ts'
import { migrated, type OwnDatabase, testDatabase } from '#src/testing/test-database.ts'
import { openLease } from './worker-lease.ts'

let own: OwnDatabase
let pool: Pool

beforeAll(async () => {
  own = await testDatabase(await migrated())
  pool = new Pool({ ...own.owner, max: 2 })
  tolerateLoss(pool)
})
afterAll(async () => {
  await pool.end()
  await own.drop()
})

/** Queues a job that the worker was given so many seconds ago, in a lane of its own, and answers its id. */
async function given(seconds: number): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from graphile_worker.add_job('sweep', '{}', queue_name => 'lane ${seconds}')`,
  )
  const id = String(rows[0]?.id)
  const locked = `locked_by = 'pool-live', locked_at = now() - interval '${seconds} seconds'`
  await pool.query(`update graphile_worker._private_jobs set ${locked}, attempts = 1 where id = $1`, [id])
  await pool.query(`update graphile_worker._private_job_queues set ${locked} where queue_name = $1`, [
    `lane ${seconds}`,
  ])
  return id
}

const available = async () =>
  (
    await pool.query<{ id: string }>(
      `select jobs.id from graphile_worker._private_jobs as jobs
        join graphile_worker._private_job_queues as queues on queues.id = job_queue_id
        where jobs.is_available and queues.is_available and attempts = 0`,
    )
  ).rows.map(({ id }) => String(id))

test('a job that a worker was given, and of which it never heard, is given again, its lane with it', async () => {
  const [lost, begun] = [await given(50), await given(51)]
  await given(1)
  const lease = openLease(pool, () => {})
  lease.hold('pool-live', new Set([begun]))
  await expect.poll(available).toEqual([lost])
  await lease.close()
})
