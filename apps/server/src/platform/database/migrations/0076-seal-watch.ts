import { type Kysely, sql } from 'kysely'

/** When and how often a company's seals are usually used, and the unusual uses that were told, one a seal and day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`
const walled = (table: string) => [
  `alter table ${table} enable row level security`,
  `alter table ${table} force row level security`,
  `create policy tenant on ${table} using (tenant_id = ${current}) with check (tenant_id = ${current})`,
]

const statements = [
  `create table seal_watch (
    tenant_id uuid primary key, enabled boolean not null, days int[] not null, from_minute int not null,
    until_minute int not null, per_hour int not null, per_day int not null)`,
  `create table seal_alert (
    tenant_id uuid not null, seal_id uuid not null, day text not null, at bigint not null, who text not null,
    alert text not null,
    primary key (tenant_id, seal_id, day))`,
  ...walled('seal_watch'),
  ...walled('seal_alert'),
]
