import type { PoolClient } from 'pg'
import { type GuardedTable, guardedTables, imageOf, keyOf, spaceOf } from './guarded-tables.ts'

/**
 * Where a transaction's changes of guarded rows are noted until it ends, a line each: a setting of the transaction, so
 * that nothing is written twice and nothing is left behind.
 */
export const changesSetting = 'moqi.changes'

/**
 * Lets PostgreSQL note what each transaction changes of guarded rows. A row that says the same as before is not noted.
 * Triggers of another release are replaced; those that stand already are left alone, since replacing one stops all
 * writing to its table for a moment.
 */
export async function noteChanges(owner: PoolClient): Promise<void> {
  const { rows } = await owner.query<{ name: string; body: string }>(
    `select c.relname as name, p.prosrc as body
     from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_class c on c.oid = t.tgrelid
     where t.tgname = 'note_' || c.relname and c.relnamespace = 'public'::regnamespace and t.tgenabled = 'O'`,
  )
  const standing = new Map(rows.map(({ name, body }) => [name, body]))
  for (const table of guardedTables) {
    const name = `note_${table.name}`
    const body = functionBody(table)
    if (standing.get(table.name) === body) continue
    await owner.query(`create or replace function ${name}() returns trigger language plpgsql as $note$${body}$note$`)
    await owner.query(`create or replace trigger ${name} after insert or update or delete on ${table.name}
      for each row execute function ${name}()`)
  }
}

function functionBody(table: GuardedTable): string {
  const all = (row: string) => table.noted.map((column) => `${row}.${column}`).join(', ')
  return `
  begin
    if tg_op = 'UPDATE' and row(${all('old')}) is not distinct from row(${all('new')}) then return null; end if;
    perform set_config('${changesSetting}', coalesce(current_setting('${changesSetting}', true), '') ||
      jsonb_build_array('${table.name}',
        case when tg_op = 'DELETE' then ${spaceOf(table, 'old')} else ${spaceOf(table, 'new')} end,
        case when tg_op = 'DELETE' then ${keyOf(table, 'old')} else ${keyOf(table, 'new')} end,
        (extract(epoch from clock_timestamp()) * 1000000)::bigint,
        case when tg_op <> 'INSERT' then ${imageOf(table.noted, 'old')} end,
        case when tg_op <> 'DELETE' then ${imageOf(table.noted, 'new')} end)::text || chr(10), true);
    return null;
  end `
}
