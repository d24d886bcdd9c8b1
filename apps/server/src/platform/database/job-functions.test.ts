import { Logger, runOnce } from 'graphile-worker'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tolerateLoss } from './tolerate-loss.ts'
import { migrated, type OwnDatabase, testDatabase } from '#src/testing/test-database.ts'

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

const enqueue = (task: string) => pool.query('select enqueue_job($1, $2, null, null)', [task, '{}'])

test('what somebody waits for goes before the verification of all that was finished earlier', async () => {
  for (const task of ['verifyFinished', 'verifyFinished', 'judgeContract', 'verifyFinished', 'buildExport'])
    await enqueue(task)
  const done: string[] = []
  const note = async (_payload: unknown, { job }: { job: { task_identifier: string } }) => {
    done.push(job.task_identifier)
  }
  await runOnce({
    pgPool: pool,
    taskList: { verifyFinished: note, judgeContract: note, buildExport: note },
    logger: new Logger(() => () => {}),
    noHandleSignals: true,
  })
  expect(done).toEqual(['buildExport', 'verifyFinished', 'verifyFinished', 'judgeContract', 'verifyFinished'])
})
