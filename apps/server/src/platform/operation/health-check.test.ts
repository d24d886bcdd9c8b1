import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { type HealthCheck, openReadiness } from './health-check.ts'
import { healthChecks } from './health-checks.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const check = (name: string, blocks: boolean, look: HealthCheck['look']): HealthCheck => ({
  name,
  blocks,
  holdsMs: 1000,
  look,
})
const well = async () => null

test('a server that is well is live and ready, and says so to probes only', async () => {
  const [live, ready] = await Promise.all(['/livez', '/readyz'].map((url) => server.app.inject({ url })))
  expect([live?.statusCode, live?.json()]).toEqual([200, { status: 'ok' }])
  expect(ready?.statusCode).toBe(200)
  expect(ready?.json().reasons.filter(({ blocks }: { blocks: boolean }) => blocks)).toEqual([])
  expect(ready?.headers['cache-control']).toBe('no-store')
})

test('each fault is named; a check that throws has failed', async () => {
  const broken = check('store', true, () => Promise.reject(new Error('no space left')))
  const late = check('jobs', false, async () => 'late')
  const look = openReadiness([check('database', true, well), broken, late], { now: () => 0, log: () => {} })
  expect(await look()).toEqual([
    { check: 'store', reason: 'failed', blocks: true },
    { check: 'jobs', reason: 'late', blocks: false },
  ])
})

test('an answer holds for its time, one look serves all who ask, and only changes are logged', async () => {
  let at = 0
  let looks = 0
  let word: string | null = 'late'
  const told: string[] = []
  const jobs = check('jobs', false, async () => {
    looks += 1
    return word
  })
  const look = openReadiness([jobs], { now: () => at, log: (line) => void told.push(line) })
  await Promise.all([look(), look(), look()])
  at = 999
  await look()
  expect(looks).toBe(1)
  at = 1000
  await look()
  word = null
  at = 2000
  expect(await look()).toEqual([])
  expect([looks, told]).toEqual([3, ['is not well', 'is well again']])
})

test('after the clock was set back an answer holds no longer than its time', async () => {
  let at = 1_000_000
  let looks = 0
  const counted = check('clock', false, async () => {
    looks += 1
    return null
  })
  const look = openReadiness([counted], { now: () => at, log: () => {} })
  await look()
  at -= 900_000
  await look()
  expect(looks).toBe(2)
})

const reasonOf = (name: string, deps = server.deps) =>
  healthChecks(deps)
    .find((known) => known.name === name)
    ?.look()

test('a database that is away and a store that cannot be written are told, and nothing of the probe stays', async () => {
  const { deps } = server
  const away = { ...deps.db, directory: () => Promise.reject(new Error('gone')) }
  expect(await reasonOf('database', { ...deps, db: away })).toBe('away')
  expect(await reasonOf('database')).toBeNull()
  const names: string[] = []
  const blobs = {
    ...deps.blobs,
    put: async (bytes: Buffer) => {
      const name = await deps.blobs.put(bytes)
      names.push(name)
      return name
    },
  }
  expect(await reasonOf('store', { ...deps, blobs })).toBeNull()
  await expect(deps.blobs.get(names[0] ?? '')).rejects.toThrow('missing')
  const full = { ...deps.blobs, put: () => Promise.reject(new Error('ENOSPC')) }
  expect(await reasonOf('store', { ...deps, blobs: full })).toBe('unwritable')
})

test('a gateway that has refused the last five is told', async () => {
  const { db, now, newId } = server.deps
  const message = (state: 'failed' | 'sent', createdAt: number) => ({
    message_id: newId(),
    channel: 'mail' as const,
    recipient: 'a@b.cn',
    scene: 'login',
    content: sql<object>`'{}'::jsonb`,
    once_key: null,
    state,
    gateway: null,
    reference: null,
    fault: null,
    expires_at: null,
    created_at: createdAt,
    changed_at: createdAt,
    contract_id: null,
    party_no: null,
  })
  const at = now() - 60_000
  const failed = [1, 2, 3, 4].map((second) => message('failed', at + second))
  await db.directoryWrite((tx) => tx.insertInto('message').values(failed).execute())
  expect(await reasonOf('mail')).toBeNull()
  await db.directoryWrite((tx) =>
    tx
      .insertInto('message')
      .values(message('failed', at + 9))
      .execute(),
  )
  expect(await reasonOf('mail')).toBe('refusing')
  await db.directoryWrite((tx) =>
    tx
      .insertInto('message')
      .values(message('sent', at + 20))
      .execute(),
  )
  expect(await reasonOf('mail')).toBeNull()
})
