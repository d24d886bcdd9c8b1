import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { smsMessage } from '@moqi/domain/messages/sms-text'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenServer, openServer, type Overrides } from './open-server.ts'
import { readConfig } from './platform/config.ts'
import { DataInUse } from './platform/data-lock.ts'
import { enqueue } from './platform/jobs/jobs.ts'
import { queueMail, queueSms } from './platform/messages/queue-message.ts'
import { arrivedMessages } from './testing/messages.ts'
import { type OwnDatabase, testDatabase } from './testing/test-database.ts'

const directory = mkdtempSync(join(tmpdir(), 'moqi-open-'))
let outside: OwnDatabase

beforeAll(async () => {
  outside = await testDatabase()
})
afterAll(async () => {
  await outside.drop()
  rmSync(directory, { recursive: true, force: true })
})

/** A server on a database of ours, as with DATABASE_URL. */
function open(name: string, overrides: Overrides = {}): Promise<OpenServer> {
  const env = {
    MOQI_DATA: join(directory, name),
    MOQI_BLOBS: join(directory, 'blobs'),
    DATABASE_URL: outside.url,
    MOQI_KEK: '12'.repeat(32),
  }
  return openServer(readConfig(env), { log: () => {}, ...overrides })
}

async function asOwner(text: string): Promise<Record<string, unknown>[]> {
  const client = new Client(outside.owner)
  // One test cuts every connection, another question's with them.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

const outbox = async (server: OpenServer, recipient: string, count: number) =>
  (await arrivedMessages(server, { recipient, count })).map(({ body }) => body)

test('a data directory serves one server at a time, and the next one once the first has closed', async () => {
  const config = readConfig({ MOQI_DATA: join(directory, 'one') })
  const first = await openServer(config, { log: () => {} })
  const second = openServer(config, { log: () => {} })
  await expect(second).rejects.toThrow(DataInUse)
  await expect(openServer(config, { log: () => {} })).rejects.toThrow(
    /^数据目录 .*one 正被另一个墨契进程使用，请先停止它，或用 MOQI_DATA 指定其他目录$/,
  )
  expect((await first.app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  const { token } = (await signIn(first)).data
  await first.close()
  const again = await openServer(config, { log: () => {} })
  const kept = await again.app.inject({
    method: 'POST',
    url: '/api/common/v1/user/getUserAccountInfo',
    headers: { authorization: `Bearer ${token}` },
    payload: {},
  })
  expect(kept.json().data.nickName).toBe('李静')
  await again.close()
})

const signIn = async ({ app }: OpenServer) => {
  const payload = { userName: '13800000002', password: 'Moqi@2026' }
  return (await app.inject({ method: 'POST', url: '/api/common/v1/user/loginByAccount', payload })).json()
}

test('two nodes share one database: people, sessions and keys are made once', async () => {
  const nodes = await Promise.all([open('node-a'), open('node-b')])
  const [one, two] = nodes
  const { data } = await signIn(one)
  const seen = await two.app.inject({
    method: 'POST',
    url: '/api/common/v1/user/getUserSpaceInfo',
    headers: { authorization: `Bearer ${data.token}` },
    payload: {},
  })
  expect(seen.json().data.spaceInfoArray).toHaveLength(2)
  expect(await asOwner('select count(*)::int as accounts from account')).toEqual([{ accounts: 4 }])
  const roots = await Promise.all(nodes.map(async ({ deps }) => JSON.stringify(deps.authority.roots)))
  expect(roots[0]).toBe(roots[1])
  for (const node of nodes) await node.close()
})

test('a job exists only if its transaction commits, runs once, and outlives the server', async () => {
  const before = await open('jobs')
  const { deps } = before
  const recipient = '13700000777'
  const message = (title: string) => ({
    recipient,
    scene: 'notice',
    message: smsMessage('recalled', { title }, deps.config.brand),
  })
  const text = (title: string) => message(title).message.text
  await expect(
    deps.db.directoryWrite(async (tx) => {
      await queueSms(deps, tx, message('never'))
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await deps.db.directoryWrite((tx) => queueSms(deps, tx, message('once')))
  expect(await outbox(before, recipient, 1)).toEqual([text('once')])
  for (const title of ['first', 'second']) {
    await deps.db.directoryWrite((tx) => queueSms(deps, tx, { ...message(title), once: 'same' }))
  }
  expect(await outbox(before, recipient, 2)).toEqual([text('first'), text('once')])
  const [waiting] = await asOwner(`insert into message
    (message_id, channel, recipient, scene, content, state, created_at, changed_at)
    select gen_random_uuid(), channel, recipient, scene, jsonb_set(content, '{text}', '"later"'), 'waiting', 0, 0
    from message where content->>'text' like '%once%' returning message_id::text as "messageId"`)
  const messageId = String(waiting?.messageId)
  const later = { delayMs: 3_600_000, key: 'same' }
  for (const _ of [1, 2]) await deps.db.directoryWrite((tx) => enqueue(tx, 'deliverMessage', { messageId }, later))
  await before.close()
  // The hour passes while nothing runs.
  expect(
    await asOwner(`update graphile_worker._private_jobs set run_at = now() where key = 'same' returning key`),
  ).toEqual([{ key: 'same' }])
  const after = await open('jobs')
  expect(await outbox(after, recipient, 3)).toEqual(['later', text('first'), text('once')])
  await after.close()
})

const undelivered = () =>
  asOwner(`select task_identifier from graphile_worker.jobs where task_identifier = 'deliverMessage'`)

const told = (server: OpenServer, recipient: string, title: string) =>
  server.deps.db.directoryWrite((tx) => {
    const message = smsMessage('recalled', { title }, server.deps.config.brand)
    return queueSms(server.deps, tx, { recipient, scene: 'notice', message })
  })

test('what a killed worker had begun, and the lanes it held, are taken over by the next', async () => {
  const before = await open('jobs')
  await told(before, '13700000778', 'before')
  expect(await outbox(before, '13700000778', 1)).toHaveLength(1)
  await before.close()
  const locked = `locked_by = 'pool-dead', locked_at = now() - interval '50 seconds'`
  await asOwner(`insert into job_worker values ('pool-dead', now() - interval '50 seconds')`)
  await asOwner(`insert into graphile_worker._private_job_queues (queue_name) values ('sms 0'), ('sms 1')
    on conflict (queue_name) do nothing`)
  await asOwner(`update graphile_worker._private_job_queues set ${locked}`)
  // Its last try was the one that the worker died in.
  await asOwner(`select graphile_worker.add_job('ageDrafts', '{}', max_attempts => 1)`)
  await asOwner(`update graphile_worker._private_jobs set ${locked}, attempts = 1 where max_attempts = 1`)
  const after = await open('jobs')
  await told(after, '13700000778', 'after')
  expect(await outbox(after, '13700000778', 2)).toHaveLength(2)
  expect(await asOwner(`select 1 from job_worker where worker_id = 'pool-dead'`)).toEqual([])
  const unfinished = `select 1 from graphile_worker.jobs where task_identifier = 'ageDrafts'`
  await expect.poll(() => asOwner(unfinished)).toEqual([])
  await after.close()
  expect(await asOwner('select * from job_worker')).toEqual([])
  expect(await asOwner('select 1 from graphile_worker.jobs where locked_by is not null')).toEqual([])
})

test('jobs go on when the database has cut every connection while one was being done', async () => {
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  let cuts = 0
  const server = await open('jobs', {
    sms: {
      name: 'outbox',
      async send() {
        if (cuts++ < 2) await asOwner(cut)
        return null
      },
    },
  })
  await told(server, '13700000779', 'cut')
  // What could not be told to have ended is done again; afterwards nothing is left.
  await expect.poll(undelivered, { timeout: 30_000 }).toEqual([])
  expect(cuts).toBeGreaterThan(0)
  expect((await signIn(server)).code).toBe(200)
  await server.close()
})

test('jobs go on when the end of one could not be recorded while others were being done', async () => {
  const held: PromiseWithResolvers<void>[] = []
  const faults: string[] = []
  let isHolding = true
  async function send(): Promise<null> {
    const gate = Promise.withResolvers<void>()
    if (isHolding) held.push(gate)
    else gate.resolve()
    await gate.promise
    return null
  }
  const log = (line: string) => void faults.push(line)
  const server = await open('jobs', { log, sms: { name: 'outbox', send }, mail: { name: 'outbox', send } })
  const mail = { recipient: 'held@example.com', scene: 'notice', content: { subject: '', lines: [] } }
  await server.deps.db.directoryWrite((tx) => queueMail(server.deps, tx, mail))
  // Each of the two lanes of SMS holds one, and that of mail.
  await expect.poll(() => told(server, '13700000780', 'held').then(() => held.length)).toBe(3)
  isHolding = false
  await asOwner(`create function refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end'`)
  const on = 'on graphile_worker._private_jobs'
  await asOwner(`create trigger refuse before delete ${on} for each row execute function refuse()`)
  await asOwner(`select graphile_worker.add_job('ageDrafts', '{}')`)
  await expect.poll(() => faults).toContainEqual(expect.stringMatching(/^Failed to complete jobs/))
  await asOwner(`drop trigger refuse ${on}`)
  for (const { resolve } of held) {
    const waiting = (await undelivered()).length
    resolve()
    await expect.poll(async () => (await undelivered()).length).toBeLessThan(waiting)
  }
  await expect.poll(undelivered, { timeout: 15_000 }).toEqual([])
  await server.close()
})

test('while the database cannot be reached one is asked to come back, and can', async () => {
  const server = await open('jobs')
  const { host, database } = outside.owner
  expect(host).toBeDefined()
  const client = new Client({ ...outside.owner, database: 'postgres' })
  await client.connect()
  await client.query(`alter database ${database} connection limit 0`)
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`)
  const payload = { userName: '13800000002', password: 'Moqi@2026' }
  const url = '/api/common/v1/user/loginByAccount'
  const away = await server.app.inject({ method: 'POST', url, payload })
  expect([away.statusCode, away.headers['retry-after'], away.json().message]).toEqual([
    503,
    '2',
    '系统繁忙，请稍后再试',
  ])
  await client.query(`alter database ${database} connection limit -1`)
  await client.end()
  expect((await signIn(server)).code).toBe(200)
  await server.close()
})

test('what is done by the clock is known to the jobs', async () => {
  const server = await open('sweep')
  const scheduled = await asOwner('select identifier from graphile_worker._private_known_crontabs order by 1')
  await server.close()
  expect(scheduled.map(({ identifier }) => identifier)).toEqual([
    'ageAuths',
    'ageDrafts',
    'anchorHeads',
    'scrub',
    'sweep',
    'sweepOrphans',
    'watchMembers',
  ])
})

test('another key-encryption key than the one the database was made with stops the start', async () => {
  const env = {
    MOQI_DATA: join(directory, 'wrong-key'),
    MOQI_BLOBS: join(directory, 'blobs'),
    DATABASE_URL: outside.url,
    MOQI_KEK: '34'.repeat(32),
  }
  await expect(openServer(readConfig(env), { log: () => {} })).rejects.toThrow('neither MOQI_KEK nor')
  const right = await open('node-a')
  await right.close()
})
