import { type Kysely, sql } from 'kysely'

/** The places of a file that takes no others: its own empty signature fields. Null when any place will do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table file add column fields jsonb').execute(db)
}
