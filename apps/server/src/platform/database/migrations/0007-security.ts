import { type Kysely, sql } from 'kysely'

/** Signing PINs, and accounts that were closed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table account add column pin_hash text, add column pin_set_at bigint, add column pin_failures int not null default 0,
    add column pin_failed_at bigint, add column closed_at bigint`,
]
