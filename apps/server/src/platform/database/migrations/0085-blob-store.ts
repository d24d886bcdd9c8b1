import { type Kysely, sql } from 'kysely'

/** The one id of the blobs that belong to this database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table blob_store (
    single boolean primary key check (single), store_id text not null, created_at bigint not null)`.execute(db)
}
