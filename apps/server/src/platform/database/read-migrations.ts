import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Migration } from 'kysely/migration'

const directory = join(import.meta.dirname, 'migrations')

/** Every step of the schema by its name, which is its file's without `.ts`. Throws when a file exports no `up`. */
export async function readMigrations(): Promise<Record<string, Migration>> {
  const names = readdirSync(directory).map((file) => file.replace(/\.ts$/, ''))
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readMigration(name)] as const)))
}

async function readMigration(name: string): Promise<Migration> {
  const { up }: Record<string, unknown> = await import(`./migrations/${name}.ts`)
  if (typeof up !== 'function') throw new Error(`migration ${name} exports no function up`)
  return { up: async (db) => void (await up(db)) }
}
