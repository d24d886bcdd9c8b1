import { type Kysely, sql } from 'kysely'

/** A code bound to a template, by which everybody who scans it makes a contract of their own; and who has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`

const statements = [
  `create table sign_code_link (token text primary key, tenant_id uuid not null, code_id uuid not null)`,
  `create table sign_code (
    tenant_id uuid not null, code_id uuid not null, token text not null, name text not null,
    template_id uuid not null, version integer not null, account_id uuid not null, creator_name text not null,
    state text not null, cap integer not null, used_number integer not null, several boolean not null,
    fill_values jsonb not null, end_at bigint not null, created_at bigint not null,
    primary key (tenant_id, code_id))`,
  `create index sign_code_listed on sign_code (tenant_id, created_at, code_id)`,
  `create table sign_code_use (
    tenant_id uuid not null, code_id uuid not null, contract_id uuid not null, account_id uuid not null,
    use_no integer not null, created_at bigint not null,
    primary key (tenant_id, code_id, account_id, use_no),
    foreign key (tenant_id, contract_id) references contract on delete cascade)`,
  `create index sign_code_use_listed on sign_code_use (tenant_id, code_id, created_at, contract_id)`,
  `create index sign_code_use_contract on sign_code_use (tenant_id, contract_id)`,
  ...['sign_code', 'sign_code_use'].flatMap((table) => [
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy tenant on ${table} using (tenant_id = ${current}) with check (tenant_id = ${current})`,
  ]),
]
