import { type Kysely, sql } from 'kysely'

/**
 * Tokens are kept as keyed hashes, and what they stand for under a keyed hash too: who can write these tables and has
 * not the key signs nobody in. Everybody signs in anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `delete from session`,
  `delete from device`,
  `delete from auto_login_token`,
  `delete from auth_token`,
  `delete from proof`,
  `delete from invitation_link`,
  `alter table session add column mac bytea not null`,
  `alter table auto_login_token add column mac bytea not null`,
  `alter table auth_token add column mac bytea not null`,
  `alter table proof add column mac bytea not null`,
]
