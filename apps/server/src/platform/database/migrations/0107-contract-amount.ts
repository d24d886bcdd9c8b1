import { type Kysely, sql } from 'kysely'

/** What a contract is about in 分, as its initiator wrote it; null when nobody did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table contract add column amount bigint check (amount >= 0)`.execute(db)
}
