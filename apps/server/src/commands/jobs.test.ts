import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const told: { line: string; level: string | undefined }[] = []
let server: TestServer
let owner: Client

beforeAll(async () => {
  server = await testServer({ log: (line, _detail, level) => void told.push({ line, level }) })
  owner = new Client({ connectionString: server.deps.config.databaseUrl ?? '' })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await server.close()
})

const jobs = (...args: string[]) => {
  const { databaseUrl, dataDir } = server.deps.config
  const env = { ...process.env, DATABASE_URL: databaseUrl ?? '', MOQI_DATA: dataDir }
  const ended = spawnSync(process.execPath, [join(import.meta.dirname, 'jobs.ts'), ...args], { env, encoding: 'utf8' })
  return { status: ended.status, said: ended.stdout }
}
const lost = async () => {
  const { reasons } = (await server.app.inject({ url: '/readyz' })).json()
  return reasons.some(({ check }: { check: string }) => check === 'jobs-lost')
}

/** A job that cannot be done and is tried once. */
async function addBroken(): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `select id from graphile_worker.add_job('readReceipt', '{"messageId": "13911112222", "asked": 0}', max_attempts => 1)`,
  )
  return String(rows[0]?.id)
}
const attemptsOf = async (id: string) =>
  (await owner.query('select attempts from graphile_worker.jobs where id = $1 and locked_at is null', [id])).rows[0]
    ?.attempts

test('a job that fails for good is told, listed without anybody’s data, tried again, and dropped with a reason', async () => {
  const id = await addBroken()
  const lostLine = `job ${id} readReceipt was given up: see npm run jobs`
  await expect.poll(() => told).toContainEqual({ line: lostLine, level: 'error' })
  await expect.poll(() => attemptsOf(id)).toBe(1)
  expect(await server.deps.metrics.registry.metrics()).toContain('moqi_jobs_total{job="readReceipt",result="lost"} 1')
  expect(await lost()).toBe(true)

  const list = jobs('failed')
  expect([list.status, list.said]).toEqual([0, expect.stringContaining(`${id}  readReceipt`)])
  expect(list.said).not.toContain('13911112222')
  expect(jobs().said).toContain('readReceipt  等待 0  进行中 0  已放弃 1')

  expect(jobs('retry', 'lost').status).toBe(0)
  await expect.poll(() => told.filter(({ line }) => line === lostLine).length).toBe(2)
  await expect.poll(() => attemptsOf(id)).toBe(1)

  expect(jobs('drop', id).status).toBe(2)
  expect(jobs('drop', id, '--reason', '号码有误').status).toBe(0)
  expect(await attemptsOf(id)).toBeUndefined()
  const { rows } = await owner.query('select task, payload, reason from dropped_job where job_id = $1', [id])
  expect(rows).toEqual([{ task: 'readReceipt', payload: { messageId: '13911112222', asked: 0 }, reason: '号码有误' }])
  expect(jobs('drop', id, '--reason', '再来').status).toBe(1)
  expect(jobs('dropped').said).toContain('readReceipt')
})

test('the server’s own role counts jobs and reads none of what was dropped', async () => {
  const own = server.deps.db
  await expect(own.directory((directory) => sql`select * from dropped_job`.execute(directory))).rejects.toThrow(
    'denied',
  )
  await own.directory((directory) => sql`select * from job_figures()`.execute(directory))
})
