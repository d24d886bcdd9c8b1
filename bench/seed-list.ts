import { once } from 'node:events'
import { chmodSync, createWriteStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Pool, type PoolConfig } from 'pg'
import { searchEntryOf } from '../apps/server/src/cores/contract/search-entry.ts'
import { type ListOwner, type ListRow, listRow, span } from './list-row.ts'

/** Whose list gets how many contracts. */
export type ListPlan = ListOwner & { contracts: number }

/** How long seeding took, how many rows there are in all, and what the database weighs with them. */
export type Seeded = { rows: number; seconds: number; gigabytes: number }

const perFile = 100_000
const tables = {
  inbox: [
    'tenant_id',
    'account_id',
    'contract_id',
    'home_tenant_id',
    'sign_id',
    'row_status',
    'is_initiator',
    'party_state',
    'contract_state',
    'void_state',
    'kind',
    'contract_no',
    'subject',
    'initiator_name',
    'party_names',
    'sign_expire_at',
    'created_at',
    'sent_at',
    'finished_at',
    'changed_at',
    'binned_at',
  ],
  search_entry: ['tenant_id', 'account_id', 'contract_id', 'created_at', 'words', 'text_words'],
} as const
type Table = keyof typeof tables

/**
 * Fills lists by COPY: a list row and an index entry a contract. Indexes are built afterwards, and counters counted
 * once. `folder` is where the database can read files; `now` is when the newest contract was made.
 */
export async function seedLists(
  owner: PoolConfig,
  folder: string,
  plans: readonly ListPlan[],
  now: number,
): Promise<Seeded> {
  const began = performance.now()
  const pool = new Pool({ ...owner, max: 3 })
  try {
    // Seeding is done once: a crash means doing it again.
    for (const setting of [`max_wal_size = '4GB'`, 'synchronous_commit = off', `maintenance_work_mem = '1GB'`]) {
      await pool.query(`alter system set ${setting}`)
    }
    await pool.query('select pg_reload_conf()')
    const built = await dropIndexes(pool)
    await copyRows(pool, folder, plans, now)
    await Promise.all((Object.keys(tables) as Table[]).map((table) => buildIndexes(pool, built[table])))
    await pool.query(countRows)
    for (const table of [...Object.keys(tables), 'inbox_count']) await pool.query(`vacuum analyze ${table}`)
    await pool.query('checkpoint')
    const sized = await pool.query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes')
    return {
      rows: plans.reduce((sum, { contracts }) => sum + 2 * contracts, 0),
      seconds: (performance.now() - began) / 1000,
      gigabytes: (sized.rows[0]?.bytes ?? 0) / 1e9,
    }
  } finally {
    for (const name of ['max_wal_size', 'synchronous_commit', 'maintenance_work_mem']) {
      await pool.query(`alter system reset ${name}`)
    }
    await pool.query('select pg_reload_conf()')
    await pool.end()
  }
}

/** Takes the indexes away that are not keys; answers how to build them again. */
async function dropIndexes(pool: Pool): Promise<Record<Table, string[]>> {
  const built: Record<Table, string[]> = { inbox: [], search_entry: [] }
  for (const table of Object.keys(tables) as Table[]) {
    const { rows } = await pool.query<{ indexname: string; indexdef: string }>(
      'select indexname, indexdef from pg_indexes where tablename = $1 and indexname <> $2',
      [table, `${table}_pkey`],
    )
    for (const { indexname, indexdef } of rows) {
      built[table].push(indexdef)
      await pool.query(`drop index ${indexname}`)
    }
  }
  return built
}

async function buildIndexes(pool: Pool, statements: string[]): Promise<void> {
  for (const statement of statements) await pool.query(statement)
}

/** Rows are written to files while the database reads the files before. */
async function copyRows(pool: Pool, folder: string, plans: readonly ListPlan[], now: number): Promise<void> {
  let copying = Promise.resolve()
  let number = 0
  for (const plan of plans) {
    for (let from = 0; from < plan.contracts; from += perFile) {
      const files = { inbox: join(folder, `inbox-${number}`), search_entry: join(folder, `search-${number}`) }
      number += 1
      await writeRows(files, plan, { from, to: Math.min(from + perFile, plan.contracts) }, now)
      await copying
      copying = copyFiles(pool, files)
    }
  }
  await copying
}

async function copyFiles(pool: Pool, files: Record<Table, string>): Promise<void> {
  await Promise.all(
    (Object.keys(tables) as Table[]).map(async (table) => {
      await pool.query(`copy ${table} (${tables[table].join(', ')}) from '${files[table]}'`)
      rmSync(files[table])
    }),
  )
}

async function writeRows(
  files: Record<Table, string>,
  plan: ListPlan,
  { from, to }: { from: number; to: number },
  now: number,
): Promise<void> {
  const lists = createWriteStream(files.inbox)
  const entries = createWriteStream(files.search_entry)
  const step = span / plan.contracts
  for (let n = from; n < to; n++) {
    // Oldest first, as they were made.
    const row = listRow(plan, n, Math.floor(now - span + (n + 1) * step))
    const entry = searchEntryOf(row)
    const free = lists.write(line(tables.inbox.map((name) => row[name])))
    const words = { ...entry, words: `{${entry.words.join(',')}}` }
    if (!entries.write(line(tables.search_entry.map((name) => words[name])))) await once(entries, 'drain')
    if (!free && lists.writableNeedDrain) await once(lists, 'drain')
  }
  for (const stream of [lists, entries]) {
    stream.end()
    await once(stream, 'finish')
  }
  for (const file of Object.values(files)) chmodSync(file, 0o644)
}

/** One row in COPY's text format; nothing of what is written needs escaping. */
const line = (values: readonly (ListRow[keyof ListRow] | number[])[]) =>
  `${values.map((value) => (value === null ? '\\N' : String(value))).join('\t')}\n`

const countRows = `
  insert into inbox_count
  select tenant_id, account_id, category, count(*) from inbox, unnest(array['all', row_status]
    || case when row_status in ('iSign', 'otherSign', 'signingApprovalFailed') then array['signing'] else '{}' end
    || case when is_initiator then array['myLaunch'] when party_state is null then array['cc'] else '{}' end) as category
  group by tenant_id, account_id, category
  on conflict (tenant_id, account_id, category) do update set number = excluded.number`
