import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { confinedUser } from '#src/platform/converter/confinement.ts'
import { type EmbeddedPostgres, startPostgres } from './embedded-postgres.ts'

let folder = ''
const running: EmbeddedPostgres[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'moqi-pg-own-'))
  chmodSync(folder, 0o755)
})
afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function start(options: Parameters<typeof startPostgres>[1] = {}): Promise<EmbeddedPostgres> {
  const postgres = await startPostgres(join(folder, 'postgres'), options)
  running.push(postgres)
  return postgres
}

/** Who this user and password make one, or why they do not let one in. */
async function enter({ host, database }: EmbeddedPostgres, user: string, password?: string): Promise<string> {
  const client = new Client({ host, database, user, ...(password !== undefined && { password }) })
  // What refuses a connection also ends it.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ me: string }>('select current_user as me')
    return rows[0]?.me ?? ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const refused = /password/

test('whoever reaches the socket of a new database gets in with its password alone, kept for the server', async () => {
  const postgres = await start()
  expect(await enter(postgres, postgres.user, postgres.password ?? '')).toBe(postgres.user)
  for (const guess of [undefined, '', 'postgres']) expect(await enter(postgres, postgres.user, guess)).toMatch(refused)
  const file = join(folder, 'postgres.password')
  expect(statSync(file)).toMatchObject({ uid: process.getuid?.() ?? 0, mode: 0o100600 })
  expect(readFileSync(file, 'utf8').trim()).toBe(postgres.password)
})

test('a database that asked nobody asks from its next start on, and keeps its data', async () => {
  const before = await start({ volatile: true })
  expect(await enter(before, before.user)).toBe(before.user)
  const client = new Client({ host: before.host, database: before.database, user: before.user })
  await client.connect()
  await client.query(`create table kept as select 7 as seven; create role served login password 'served'`)
  await client.end()
  await before.stop()
  const after = await start()
  expect(await enter(after, after.user)).toMatch(refused)
  expect(await enter(after, 'served')).toMatch(refused)
  expect(await enter(after, 'served', 'served')).toBe('served')
  const owner = new Client({ ...after, password: after.password ?? '' })
  await owner.connect()
  expect((await owner.query('select seven from kept')).rows).toEqual([{ seven: 7 }])
  await owner.end()
})

test('the password outlives a restart, and a lost one is replaced', async () => {
  const first = await start()
  await first.stop()
  const second = await start()
  expect(second.password).toBe(first.password)
  await second.stop()
  rmSync(join(folder, 'postgres.password'))
  const third = await start()
  expect(third.password).not.toBe(first.password)
  expect(await enter(third, third.user, first.password ?? '')).toMatch(refused)
  expect(await enter(third, third.user, third.password ?? '')).toBe(third.user)
})

test('what converts documents is not the user of the database', async () => {
  await start()
  expect(statSync(join(folder, 'postgres')).uid).not.toBe(confinedUser)
})
