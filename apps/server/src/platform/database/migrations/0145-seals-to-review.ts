import { type Kysely, sql } from 'kysely'

/** Seals that wait are read a page at a time, those that came first first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index seal_review_waiting on seal_review (submitted_at, seal_id)`.execute(db)
}
