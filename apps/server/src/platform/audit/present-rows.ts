import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import { type GuardedTable, imageOf, keyOf } from '#src/platform/database/guarded-tables.ts'
import { Image } from './journal-line.ts'

/** A guarded row as it stands: its name in its space and what it says. */
export type PresentRow = { key: string; image: Image }

const page = 1000

/** The rows of one space in a guarded table behind that key, in the order of their keys; at most a thousand. */
export async function presentRows(
  db: Db,
  table: GuardedTable,
  { space, after }: { space: string; after: string | null },
): Promise<{ rows: PresentRow[]; isLast: boolean }> {
  const key = sql`(${sql.raw(keyOf(table, 'r'))}) collate "C"`
  const { rows } = await sql<{ key: string; image: unknown }>`
    select ${key} as key, ${sql.raw(imageOf(table.columns, 'r'))} as image from ${sql.table(table.name)} as r
    where ${table.ofNobody ? sql`true` : sql`r.tenant_id = ${space}::uuid`}
      and ${after === null ? sql`true` : sql`${key} > ${after}`}
    order by 1 limit ${page}`.execute(db)
  return {
    rows: rows.map(({ key: name, image }) => ({ key: name, image: Image.parse(image) })),
    isLast: rows.length < page,
  }
}

/** The spaces that have guarded rows: all there are, '' for what belongs to none, and those the journal speaks of. */
export async function guardedSpaces(db: Db): Promise<string[]> {
  const { rows } = await sql<{ space: string }>`
    select '' as space union select tenant_id::text from space union
    (with recursive named as (
      (select space from row_journal order by space limit 1)
      union all
      select (select j.space from row_journal j where j.space > named.space order by j.space limit 1) from named
      where named.space is not null)
    select space from named where space is not null)`.execute(db)
  return rows.map(({ space }) => space)
}
