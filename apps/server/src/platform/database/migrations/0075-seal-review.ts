import { type Kysely, sql } from 'kysely'

/** Uploaded seals that wait for the platform's operator, who looks at those of every space. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table seal_review (
        tenant_id uuid not null, seal_id uuid not null, account_id uuid not null, submitted_at bigint not null,
        wants_default boolean not null,
        primary key (tenant_id, seal_id))`,
    )
    .execute(db)
}
