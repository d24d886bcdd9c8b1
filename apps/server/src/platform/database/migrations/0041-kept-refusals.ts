import { type Kysely, sql } from 'kysely'

/** What a key was answered with may be a refusal that has cost something: its code, and in `answer` its detail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table idempotency add column refusal text`.execute(db)
}
