import { type Kysely, sql } from 'kysely'

/** Closings of companies, which stand until they are taken back or carried out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table company_closing (tenant_id uuid not null, closing_id uuid not null, account_id uuid not null,
      who text not null, state text not null, froze boolean not null, started_at bigint not null,
      closes_at bigint not null, ended_at bigint, primary key (tenant_id, closing_id))`.execute(db)
  await sql`create unique index on company_closing (tenant_id) where state = 'pending'`.execute(db)
}
