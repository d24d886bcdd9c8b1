import { type Kysely, sql } from 'kysely'

/** Which handle the link of an SMS stands for, now that a handle is longer than such a link. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [`create table short_link (token text primary key, sign_id text not null)`]
