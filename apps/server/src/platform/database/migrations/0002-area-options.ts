import { type Kysely, sql } from 'kysely'

/** What fill-ins and cross-page seals need to know: a label, a number's bounds, the pages a seal runs over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table area add column label text, add column bounds jsonb, add column pages jsonb').execute(db)
}
