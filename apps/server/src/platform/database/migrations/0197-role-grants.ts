import { type Kysely, sql } from 'kysely'

/** Since when a member has the role, and who gave it; null of what was given before that was recorded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table membership add column role_since bigint, add column role_giver text`.execute(db)
}
