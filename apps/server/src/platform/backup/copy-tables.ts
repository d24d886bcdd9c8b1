import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from, to } from 'pg-copy-streams'
import type { BackupFolder } from './backup-folder.ts'
import { readStored, storeFile } from './backup-file.ts'
import type { StoredTable } from './manifest.ts'

/** What says which steps the schema has taken, and who works at the moment, is not data. */
const notData = ['kysely_migration', 'kysely_migration_lock', 'job_worker', 'node_state']
const queue = ['_private_job_queues', '_private_tasks', '_private_jobs', '_private_known_crontabs']

type Table = { name: string; columns: string[]; needs: string[] }

/**
 * Copies every table of ours and of the job store as the transaction under way sees them, in the order in which they
 * can be filled again.
 */
export async function copyTables(client: Client, folder: BackupFolder, stamp: string): Promise<StoredTable[]> {
  const stored: StoredTable[] = []
  for (const { name, columns } of await tablesOf(client)) {
    const file = `${stamp}/tables/${name.replaceAll('"', '')}.zst`
    const rows = counter()
    const reading = client.query(to(`copy ${name} (${columns.join(', ')}) to stdout`))
    reading.on('error', (error) => rows.stream.destroy(error))
    const sha256 = await storeFile(folder, file, reading.pipe(rows.stream))
    stored.push({ table: name, columns, file, sha256, rows: rows.number() })
  }
  return stored
}

/** Fills the tables, which have no rows of their own yet, in the transaction under way. */
export async function fillTables(client: Client, folder: BackupFolder, tables: readonly StoredTable[]): Promise<void> {
  const known = new Set((await tablesOf(client)).map(({ name }) => name))
  const unknown = tables.filter(({ table }) => !known.has(table)).map(({ table }) => table)
  if (unknown.length > 0) throw new Error(`备份中的表 ${unknown.join('、')} 在这个版本中没有`)
  // Some steps of the schema leave rows.
  await client.query(`truncate ${[...known].join(', ')}`)
  for (const { table, columns, file, rows } of tables) {
    const filling = client.query(from(`copy ${table} (${columns.join(', ')}) from stdin`))
    await pipeline(readStored(folder, file), filling)
    if (filling.rowCount !== rows) throw new Error(`${table}: ${filling.rowCount} 行，应为 ${rows} 行`)
  }
  await client.query(nextNumbers)
  // Whoever worked on them works elsewhere.
  await client.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null')
  await client.query('update graphile_worker._private_job_queues set locked_at = null, locked_by = null')
}

/** Rows of PostgreSQL's text format are lines. */
function counter() {
  let lines = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1
      done(null, chunk)
    },
  })
  return { stream, number: () => lines }
}

/** A table stands behind those that its rows refer to. Throws for tables that refer to one another. */
async function tablesOf(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(listTables, [notData, queue])
  const waiting = new Map(rows.map((row) => [row.name, row]))
  const ordered: Table[] = []
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ needs }) => needs.every((need) => !waiting.has(need)))
    if (ready.length === 0) throw new Error(`tables refer to one another: ${[...waiting.keys()].join(', ')}`)
    for (const table of ready) waiting.delete(table.name)
    ordered.push(...ready)
  }
  return ordered
}

/** What is generated from other columns comes by itself. */
const listTables = `
  select format('%I.%I', n.nspname, c.relname) as name,
    (select array_agg(quote_ident(attname) order by attnum) from pg_attribute
     where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
    array(select distinct format('%I.%I', fn.nspname, fc.relname) from pg_constraint f
          join pg_class fc on fc.oid = f.confrelid join pg_namespace fn on fn.oid = fc.relnamespace
          where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and (n.nspname = 'public' and c.relname <> all ($1)
    or n.nspname = 'graphile_worker' and c.relname = any ($2))
  order by 1`

/** Sequences go on behind the largest number there is. */
const nextNumbers = `
  do $$ declare one record; begin
    for one in
      select format('%I.%I', n.nspname, c.relname) as place, a.attname as name,
        pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) as numbers
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker') and a.attnum > 0 and not a.attisdropped
    loop
      if one.numbers is not null then
        execute format('select setval(%L, coalesce((select max(%I) from %s), 0) + 1, false)',
          one.numbers, one.name, one.place);
      end if;
    end loop;
  end $$`
