import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { demoPassword } from '#src/demo/demo-people.ts'
import { openServer } from '#src/open-server.ts'
import { readConfig } from '#src/platform/config.ts'
import type { Deps } from '#src/platform/deps.ts'
import { hashPassword } from '#src/platform/keys/password-hash.ts'
import { migrated, runCluster, template, testDatabase } from './test-database.ts'

/** What a server opens: a database and the data directory that goes with it. */
export type World = { databaseUrl: string; dataDir: string; remove: () => Promise<void> }

const hourMs = 3_600_000

/** Where a server on that port of this machine is reached, without a slash at the end. */
export const localUrl = (port: number): string => `http://127.0.0.1:${port}`

/**
 * The demo's people with the platform's keys, as a server makes them at the beginning of that hour: one with no
 * setting, or one on that port, which its links and certificates name.
 */
export async function demoWorld(now: number, port?: number): Promise<World> {
  const hour = now - (now % hourMs)
  const name = `demo_${hour / hourMs}${port === undefined ? '' : `_${port}`}`
  const data = join(runCluster().folder, name)
  await template({ name, from: await migrated() }, async ({ url }) => {
    rmSync(data, { recursive: true, force: true })
    const own = port === undefined ? {} : { MOQI_PUBLIC_URL: localUrl(port) }
    const config = readConfig({ MOQI_DATA: data, DATABASE_URL: url, ...own })
    const server = await openServer(config, { log: () => {}, now: () => hour })
    await cheapenPasswords(server.deps)
    await server.close()
  })
  return worldOf(name, (dataDir) => cpSync(data, dataDir, { recursive: true }))
}

/** As few passes as there can be: every test signs somebody in, and a real hash is made to take a tenth of a second. */
const cheap = { memory: 8, passes: 1, parallelism: 1 }

/** Hashes the demo's passwords anew, which nobody has to guess. */
async function cheapenPasswords(deps: Pick<Deps, 'db' | 'derivationKey'>): Promise<void> {
  await deps.db.directoryWrite(async (tx) => {
    for (const { account_id } of await tx.selectFrom('account').select('account_id').execute()) {
      const hashed = await hashPassword(deps, account_id, demoPassword, cheap)
      await tx.updateTable('account').set({ password_hash: hashed }).where('account_id', '=', account_id).execute()
    }
  })
}

/** The tables without a row; a server that opens it makes its own keys and people. */
export const emptyWorld = async (): Promise<World> => worldOf(await migrated(), () => {})

async function worldOf(from: string, fill: (dataDir: string) => void): Promise<World> {
  const { url, drop } = await testDatabase(from)
  const dataDir = mkdtempSync(join(runCluster().folder, 'data-'))
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
