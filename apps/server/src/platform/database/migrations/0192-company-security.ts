import { type Kysely, sql } from 'kysely'

/** What a company asks of whoever enters its space, and the longest pause of a session, which it may be asked about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Of the directory: it is read with every request, before anybody is in the space.
  `alter table space add column entry_rule jsonb`,
  `alter table session add column pause_ms bigint not null default 0`,
]
