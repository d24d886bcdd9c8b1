import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type EmbeddedPostgres, startPostgres } from './embedded-postgres.ts'
import { processesIn } from './end-postgres.ts'

const impatient = { volatile: true, patience: { fast: 200, immediate: 200 } }
let folder = ''
const running: EmbeddedPostgres[] = []

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'moqi-pg-end-')))
})
afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function start(name: string): Promise<EmbeddedPostgres> {
  const postgres = await startPostgres(join(folder, name), impatient)
  running.push(postgres)
  return postgres
}

async function answers({ host, user, database }: EmbeddedPostgres): Promise<number> {
  const client = new Client({ host, user, database })
  await client.connect()
  const { rows } = await client.query<{ one: number }>('select 1 as one')
  await client.end()
  return rows[0]?.one ?? 0
}

const pidOf = (name: string) => Number(readFileSync(join(folder, name, 'postmaster.pid'), 'utf8').split('\n')[0])

test('a copy of a data directory starts beside the original, which goes on', async () => {
  const original = await start('original')
  cpSync(join(folder, 'original'), join(folder, 'copy'), { recursive: true, preserveTimestamps: true })
  const copy = await start('copy')
  expect([await answers(original), await answers(copy)]).toEqual([1, 1])
})

test('a pid file that names somebody else’s process stops no start and ends nobody', async () => {
  const postgres = await startPostgres(join(folder, 'restarted'), impatient)
  const file = join(folder, 'restarted', 'postmaster.pid')
  const [, ...rest] = readFileSync(file, 'utf8').split('\n')
  await postgres.stop()
  const bystander = await start('bystander')
  writeFileSync(file, [pidOf('bystander'), ...rest].join('\n'))
  const next = await start('restarted')
  expect([await answers(bystander), await answers(next)]).toEqual([1, 1])
})

test('a database that hears no shutdown is ended all the same', async () => {
  const postgres = await startPostgres(join(folder, 'deaf'), impatient)
  process.kill(pidOf('deaf'), 'SIGSTOP')
  await postgres.stop()
  await expect.poll(() => processesIn(join(folder, 'deaf'))).toEqual([])
})

test('what a killed server has left running, even deaf, makes way for the next start', async () => {
  const orphan = await startPostgres(join(folder, 'left'), impatient)
  const before = pidOf('left')
  process.kill(before, 'SIGSTOP')
  const next = await start('left')
  expect(await orphan.ended).toContain('PostgreSQL ended')
  expect(pidOf('left')).not.toBe(before)
  expect(await answers(next)).toBe(1)
})
