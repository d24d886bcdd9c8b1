import { type Kysely, sql } from 'kysely'

/** What a person has chosen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = ['create table preference (account_id uuid primary key references account, chosen jsonb not null)']
