import { type Kysely, sql } from 'kysely'

/** How often each party has looked at a contract, for whoever waits; and what an upload was before it became a PDF. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table party_contact add column looks int not null default 0, add column looked_at bigint`.execute(db)
  await sql`alter table file add column source_kind text
    check (source_kind in ('jpeg', 'png', 'doc', 'docx'))`.execute(db)
}
