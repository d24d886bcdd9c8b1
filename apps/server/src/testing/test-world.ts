import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { openServer } from '#src/open-server.ts'
import { readConfig } from '#src/platform/config.ts'
import { migrated, template, testDatabase } from './test-database.ts'

/** What a server opens: a database and the data directory that goes with it. */
export type World = { databaseUrl: string; dataDir: string; remove: () => Promise<void> }

const hourMs = 3_600_000

/** The demo's people with the platform's keys, as a server with no setting makes them at the beginning of that hour. */
export async function demoWorld(now: number): Promise<World> {
  const hour = now - (now % hourMs)
  const name = `demo_${hour / hourMs}`
  const data = join(inject('cluster').folder, name)
  await template({ name, from: await migrated() }, async ({ url }) => {
    rmSync(data, { recursive: true, force: true })
    const config = readConfig({ MOQI_DATA: data, DATABASE_URL: url })
    const server = await openServer(config, { log: () => {}, now: () => hour })
    await server.close()
  })
  return worldOf(name, (dataDir) => cpSync(data, dataDir, { recursive: true }))
}

/** The tables without a row; a server that opens it makes its own keys and people. */
export const emptyWorld = async (): Promise<World> => worldOf(await migrated(), () => {})

async function worldOf(from: string, fill: (dataDir: string) => void): Promise<World> {
  const { url, drop } = await testDatabase(from)
  const dataDir = mkdtempSync(join(tmpdir(), 'moqi-test-'))
  fill(dataDir)
  return {
    databaseUrl: url,
    dataDir,
    async remove() {
      await drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
