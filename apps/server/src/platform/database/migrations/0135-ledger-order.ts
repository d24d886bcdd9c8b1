import { type Kysely, sql } from 'kysely'

/** The ledger is read in the order in which it was written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index quota_entry_order on quota_entry (tenant_id, created_at, quota_entry_id)`.execute(db)
}
