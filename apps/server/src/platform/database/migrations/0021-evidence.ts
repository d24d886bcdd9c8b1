import { type Kysely, sql } from 'kysely'

/** What evidence reports tell and nothing kept: how a will was proved, and when a space was authenticated. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table auth_token add column method text, add column proved_at bigint',
  'alter table space add column authenticated_at bigint',
]
