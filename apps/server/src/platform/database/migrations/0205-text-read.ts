import { type Kysely, sql } from 'kysely'

/** Which text a row of the index was given words for: one that has them needs no look at them to be left alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table search_entry add column text_digest bytea`.execute(db)
}
