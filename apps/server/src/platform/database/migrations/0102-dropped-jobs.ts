import { type Kysely, sql } from 'kysely'

/** Jobs that an operator gave up, with the reason. Only the store's owner reads and writes it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table dropped_job (job_id bigint primary key, task text not null, payload json not null,
        attempts int not null, last_error text, reason text not null,
        dropped_by text not null default session_user, dropped_at timestamptz not null default now())`,
    )
    .execute(db)
}
