import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrated, type OwnDatabase, testDatabase } from '#src/testing/test-database.ts'
import { type Database, openDatabase } from './database.ts'

/** What a database that spreads its tables over machines by tenant asks of each (Citus, YugabyteDB). */

let own: OwnDatabase
let database: Database

beforeAll(async () => {
  own = await testDatabase(await migrated())
  database = openDatabase(own.owner)
})
afterAll(async () => {
  await database.close()
  await own.drop()
})

const rowsOf = async (text: string): Promise<string[]> => {
  const { rows } = await database.directory((db) => sql.raw<{ name: string }>(text).execute(db))
  return rows.map(({ name }) => name)
}

/** Tables whose rows a policy keeps to their tenant. */
const walled = `select c.oid, c.relname from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relforcerowsecurity`

test('no table counts by a sequence, which one machine would have to keep for all', async () => {
  expect(
    await rowsOf(`select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`),
  ).toEqual([])
})

test('whatever must be unique in a table of tenants is unique within its tenant', async () => {
  expect(await rowsOf(`with t as (${walled}) select relname as name from t`)).not.toEqual([])
  const across = `
    with t as (${walled})
    select t.relname || ' ' || i.indexrelid::regclass as name from t join pg_index i on i.indrelid = t.oid
    where i.indisunique and not exists (
      select 1 from pg_attribute a
      where a.attrelid = t.oid and a.attname = 'tenant_id' and a.attnum = any(i.indkey::smallint[]))
    order by 1`
  expect(await rowsOf(across)).toEqual([])
})

test('a row of a tenant refers to rows of the same tenant alone', async () => {
  const across = `
    with t as (${walled})
    select t.relname || ' ' || k.conname as name
    from pg_constraint k join t on t.oid = k.conrelid join t as other on other.oid = k.confrelid
    where k.contype = 'f' and not exists (
      select 1 from unnest(k.conkey, k.confkey) as pair (own, theirs)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.own and a.attname = 'tenant_id'
      join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.theirs and b.attname = 'tenant_id')
    order by 1`
  expect(await rowsOf(across)).toEqual([])
})
