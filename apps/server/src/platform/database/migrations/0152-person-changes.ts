import { type Kysely, sql } from 'kysely'

/** A person who is authenticated is so anew under another name or number; why that failed is theirs to read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table person_auth add column is_change boolean not null default false, add column fail_reason text`.execute(
    db,
  )
}
