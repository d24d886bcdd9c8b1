import { type Kysely, sql } from 'kysely'

/** Which workers of the job store live: each says so every few seconds. Only the store's owner reads and writes it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('create unlogged table job_worker (worker_id text primary key, seen_at timestamptz not null)')
    .execute(db)
}
