import { type Kysely, sql } from 'kysely'

/** Until when a space is authenticated, where its paper ends, and when its holder was told of that end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table space add column auth_until bigint, add column auth_told_at bigint`.execute(db)
  await sql`create index on space (auth_until) where auth_until is not null`.execute(db)
}
