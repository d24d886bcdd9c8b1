import type { Client } from 'pg'
import { type GuardedTable, guardedTables, keyOf, spaceOf } from '#src/platform/database/guarded-tables.ts'

/** A number below a bound, the same at every run with the same seed. */
export type Dice = (below: number) => number

/** Dice of that seed. */
export function dice(seed: number): Dice {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Where rows as they were are kept for an owner who would put them back. */
const past = 'past'

/** Keeps a copy of every guarded row and of the journal, as a backup of that moment would. */
export async function keepPast(owner: Client): Promise<void> {
  await owner.query(`create schema ${past}`)
  for (const name of [...guardedTables.map((table) => table.name), 'row_journal', 'journal_head']) {
    await owner.query(`create table ${past}.${name} as select * from public.${name}`)
  }
}

type Target = { table: GuardedTable; row: string; key: string; space: string }
type Alter = (owner: Client, target: Target, roll: Dice) => Promise<boolean>

const did = async (owner: Client, text: string, values: unknown[] = []): Promise<boolean> =>
  Boolean((await owner.query(text, values)).rowCount)

const lines = `table_name = $1 and space = $2 and row_key = $3`
const lineOf = ({ table, space, key }: Target) => [table.name, space, key]

/** Whether the sequencer has still to take lines of the row: what goes with its line before that nobody misses. */
const isYoung = (owner: Client, target: Target) =>
  did(owner, `select 1 from row_journal where seq is null and ${lines} limit 1`, lineOf(target))

/** Another value of the same kind. */
const altered: Readonly<Record<string, (column: string) => string>> = {
  text: (column) => `coalesce(${column}, '') || '1'`,
  uuid: () => 'gen_random_uuid()',
  bigint: (column) => `coalesce(${column}, 0) + 1`,
  integer: (column) => `coalesce(${column}, 0) + 1`,
  'double precision': (column) => `coalesce(${column}, 0) + 1`,
  boolean: (column) => `not ${column}`,
  jsonb: () => `'{"all":true}'`,
  'text[]': (column) => `coalesce(${column}, '{}') || '{x}'::text[]`,
  bytea: (column) => `coalesce(${column}, '') || '\\x00'::bytea`,
}

async function otherValue(owner: Client, table: GuardedTable, column: string): Promise<string> {
  const { rows } = await owner.query<{ kind: string }>(
    `select format_type(atttypid, atttypmod) as kind from pg_attribute
     where attrelid = ('public.' || $1)::regclass and attname = $2`,
    [table.name, column],
  )
  const make = altered[rows[0]?.kind ?? '']
  if (!make) throw new Error(`no other value of ${rows[0]?.kind} for ${table.name}.${column}`)
  return make(column)
}

const columnOf = ({ columns }: GuardedTable, roll: Dice) => columns[roll(columns.length)] ?? ''

/** What an owner does to a row; each answers whether there was something to do. */
const rowAlterations: Readonly<Record<string, Alter>> = {
  update: async (owner, { table, row }, roll) => {
    const column = columnOf(table, roll)
    const value = await otherValue(owner, table, column)
    return did(owner, `update ${table.name} set ${column} = ${value} where ctid = $1`, [row])
  },
  delete: (owner, { table, row }) => did(owner, `delete from ${table.name} where ctid = $1`, [row]),
  insert: async (owner, { table, row }) => {
    const key = table.key.at(-1)
    if (key === undefined) return false
    const value = await otherValue(owner, table, key)
    // Whatever must be unique beside the key is no hindrance to an owner.
    await owner.query(`alter table ${table.name} drop constraint if exists account_phone_key,
      drop constraint if exists account_user_name_key, drop constraint if exists company_role_tenant_id_name_key`)
    return did(
      owner,
      `insert into ${table.name} select (jsonb_populate_record(r, jsonb_build_object('${key}', ${value}))).*
       from ${table.name} r where ctid = $1`,
      [row],
    )
  },
  swap: async (owner, { table, row }, roll) => {
    const column = columnOf(table, roll)
    return did(
      owner,
      `update ${table.name} a set ${column} = b.${column} from ${table.name} b
       where a.ctid = $1 and b.ctid = (select c.ctid from ${table.name} c
         where c.${column} is distinct from a.${column} order by c.ctid limit 1)`,
      [row],
    )
  },
  'row of before': (owner, target) => putBack(owner, target),
  'row of before with its journal': async (owner, target) => {
    if ((await isYoung(owner, target)) || !(await putBack(owner, target))) return false
    await owner.query(`delete from row_journal where ${lines}`, lineOf(target))
    await owner.query(`insert into row_journal select * from ${past}.row_journal where ${lines}`, lineOf(target))
    return true
  },
  'row, journal and chain of before': async (owner, target) => {
    if (!(await putBack(owner, target))) return false
    await owner.query(`truncate row_journal, journal_head`)
    await owner.query(`insert into row_journal select * from ${past}.row_journal`)
    return did(owner, `insert into journal_head select * from ${past}.journal_head`)
  },
  'journal deleted': (owner, target) => did(owner, `delete from row_journal where ${lines}`, lineOf(target)),
  'row and journal deleted': async (owner, target) => {
    if (await isYoung(owner, target)) return false
    await owner.query(`delete from ${target.table.name} where ctid = $1`, [target.row])
    return did(owner, `delete from row_journal where ${lines}`, lineOf(target))
  },
  'update with another row’s journal': async (owner, target, roll) => {
    if (!(await rowAlterations['update']?.(owner, target, roll))) return false
    return did(
      owner,
      `update row_journal l set tags = o.tags, mac = o.mac from row_journal o
       where l.table_name = $1 and l.space = $2 and l.row_key = $3 and o.table_name = $1 and o.row_key <> $3`,
      lineOf(target),
    )
  },
  'update with a new line': async (owner, target, roll) => {
    if (!(await rowAlterations['update']?.(owner, target, roll))) return false
    return did(
      owner,
      `insert into row_journal (space, table_name, row_key, made_at, tags, mac)
       select space, table_name, row_key, made_at + 1, tags, mac from row_journal
       where ${lines} order by made_at desc limit 1`,
      lineOf(target),
    )
  },
}

/** The lines of that tenant's log from some place on, and its head, so that the chain is in itself right again. */
const rechained = `
  with recursive line as (select seq, line_hash, row_number() over (order by seq) as place
      from contract_log where tenant_id = $1 and seq is not null),
    chain as (select 0::bigint as place, sha256(convert_to('moqi audit ' || $1::uuid, 'UTF8')) as hash
      union all select line.place, sha256(chain.hash || line.line_hash)
      from chain join line on line.place = chain.place + 1),
    moved as (update contract_log l set seq = chain.place, chain_hash = chain.hash
      from line join chain using (place) where l.tenant_id = $1 and l.seq = line.seq returning 1)
  update audit_head set (seq, chain_hash) = (select place, hash from chain order by place desc limit 1)
  where tenant_id = $1`

const ofLog = ({ table }: Target) => table.name === 'contract_log'

/** What an owner who knows the code does to the log and its chain. */
const logAlterations: Readonly<Record<string, Alter>> = {
  'log line with hash and chain': async (owner, target) => {
    if (!ofLog(target)) return false
    await owner.query(
      `update contract_log set detail = coalesce(detail, '') || '1',
         line_hash = sha256(convert_to(log_no || ' [' || concat_ws(',', to_json(tenant_id), to_json(contract_id), at,
           coalesce(to_json(account_id)::text, 'null'), to_json(who), to_json(verb),
           to_json(coalesce(detail, '') || '1'), coalesce(to_json(address)::text, 'null'),
           coalesce(to_json(user_agent)::text, 'null')) || ']', 'UTF8')) where ctid = $1`,
      [target.row],
    )
    await owner.query(rechained, [target.space])
    return true
  },
  'log cut with its chain and journal': async (owner, target, roll) => {
    if (!ofLog(target)) return false
    const [contractId = '', logNo] = target.key.split('/')
    const cut = [target.space, contractId, Number(logNo) + roll(2)]
    if (!(await did(owner, `delete from contract_log where tenant_id = $1 and contract_id = $2 and log_no >= $3`, cut)))
      return false
    await owner.query(`update contract set next_log = $3 where tenant_id = $1 and contract_id = $2`, cut)
    await owner.query(
      `delete from row_journal where space = $1 and table_name = 'contract_log' and seq is not null
         and split_part(row_key, '/', 1) = $2 and split_part(row_key, '/', 2)::int >= $3`,
      cut.map(String),
    )
    await owner.query(rechained, [target.space])
    return true
  },
}

const alterations: Readonly<Record<string, Alter>> = { ...rowAlterations, ...logAlterations }

/** The names of all kinds of alteration. */
export const alterationKinds: readonly string[] = Object.keys(alterations)

/** Puts a row back as it was, or away again when it was not there; answers whether that changes what it says. */
async function putBack(owner: Client, { table, row, key, space }: Target): Promise<boolean> {
  const all = (of: string) => table.columns.map((column) => `${of}.${column}`).join(', ')
  const found = await owner.query(
    `select 1 from ${table.name} r join ${past}.${table.name} p
       on (${keyOf(table, 'p')}) = $2 and ${spaceOf(table, 'p')} = $3
     where r.ctid = $1 and row(${all('r')}) is distinct from row(${all('p')})`,
    [row, key, space],
  )
  const set = table.columns.map((column) => `${column} = p.${column}`).join(', ')
  if (!found.rowCount) return false
  return did(
    owner,
    `update ${table.name} r set ${set} from ${past}.${table.name} p
     where r.ctid = $1 and (${keyOf(table, 'p')}) = $2 and ${spaceOf(table, 'p')} = $3`,
    [row, key, space],
  )
}

/** What was done, for whoever has to look for it. */
export type Altered = { kind: string; table: string; key: string }

/**
 * Has the owner, whom neither trigger nor reference hinders, do one thing of that kind to some row of that table, or
 * of the next one of which it can be done. Runs in the owner's transaction.
 */
export async function alter(owner: Client, kind: string, from: number, roll: Dice): Promise<Altered> {
  await owner.query(`set local session_replication_role = replica`)
  for (let tried = 0; tried < guardedTables.length; tried++) {
    const table = guardedTables[(from + tried) % guardedTables.length]
    const { rows } = table
      ? await owner.query<{ row: string; key: string; space: string }>(
          `select r.ctid::text as row, ${keyOf(table, 'r')} as key, ${spaceOf(table, 'r')} as space
           from ${table.name} r order by 3, 2`,
        )
      : { rows: [] }
    const start = roll(rows.length)
    for (const found of [...rows.slice(start), ...rows.slice(0, start)]) {
      if (table && (await attempt(owner, kind, { table, ...found }, roll))) {
        return { kind, table: table.name, key: found.key }
      }
    }
  }
  throw new Error(`no row to do this to: ${kind}`)
}

/** Tries once; what a constraint refuses is undone. */
async function attempt(owner: Client, kind: string, target: Target, roll: Dice): Promise<boolean> {
  await owner.query('savepoint before')
  try {
    if (await alterations[kind]?.(owner, target, roll)) return true
  } catch (error) {
    // Integrity constraints, class 23: PostgreSQL itself refuses such a row, whoever writes it.
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('23'))) throw error
  }
  await owner.query('rollback to savepoint before')
  return false
}
