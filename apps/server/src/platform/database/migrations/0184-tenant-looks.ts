import { type Kysely, sql } from 'kysely'

/** Looks of operators into spaces, with their reasons; what the platform did in a space, as its owners read it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
  for (const table of ['tenant_look', 'platform_log']) {
    await sql.raw(`alter table ${table} enable row level security`).execute(db)
    await sql.raw(`alter table ${table} force row level security`).execute(db)
    await sql
      .raw(`create policy tenant on ${table} using (tenant_id = ${current}) with check (tenant_id = ${current})`)
      .execute(db)
  }
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`

const statements = [
  `create table tenant_look (
    tenant_id uuid not null, look_id uuid not null, operator_id uuid not null, reason text not null, ticket text,
    opened_at bigint not null, ends_at bigint not null, ended_at bigint, primary key (tenant_id, look_id))`,
  `create unique index tenant_look_open on tenant_look (tenant_id, operator_id) where ended_at is null`,
  `create table platform_log (
    tenant_id uuid not null, log_id uuid not null, look_id uuid, at bigint not null, who text not null,
    verb text not null, detail text, primary key (tenant_id, log_id))`,
  `create unique index platform_log_seen on platform_log (tenant_id, look_id, detail) where verb = 'seePart'`,
  `create index space_created on space (created_at desc, tenant_id desc)`,
]
