import { type Kysely, sql } from 'kysely'

/**
 * What a company's seal is for and how it was carved, its number, why and by whom it is in its state; the log of a
 * space's seals, and whether all of a company's are frozen.
 */
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
  `alter table seal add column purpose text, add column design jsonb, add column code text,
    add column holder_account_id uuid,
    add column frozen boolean not null default false, add column state_reason text, add column state_at bigint, add column state_by text`,
  // The tenants' walls stand aside for the one statement that numbers what is there.
  `alter table seal no force row level security`,
  `update seal s set purpose = 'official', code = n.code from (
    select tenant_id, seal_id, 'YZ' || to_char(to_timestamp(created_at / 1000) at time zone 'Asia/Shanghai', 'YYYYMM')
      || lpad((row_number() over (partition by tenant_id order by created_at, seal_id))::text, 4, '0') as code
    from seal where account_id is null) n
    where n.tenant_id = s.tenant_id and n.seal_id = s.seal_id`,
  `alter table seal force row level security`,
  `create unique index seal_code on seal (tenant_id, code) where code is not null`,
  `drop index seal_name`,
  `create unique index seal_name on seal (tenant_id, coalesce(account_id, tenant_id), name)
    where status not in ('revoked', 'deleted')`,
  `create table seal_log (
    tenant_id uuid not null, log_id uuid not null, seal_id uuid, at bigint not null, account_id uuid,
    who text not null, verb text not null, detail text, address text,
    primary key (tenant_id, log_id))`,
  `create index seal_log_of on seal_log (tenant_id, seal_id, log_id)`,
  ...walled('seal_log'),
  `create table seal_freeze (
    tenant_id uuid primary key, at bigint not null, account_id uuid not null, who text not null, reason text not null)`,
  ...walled('seal_freeze'),
  `create index signature_record_seal on signature_record (tenant_id, seal_id, signed_at) where seal_id is not null`,
]
