import { type Kysely, sql } from 'kysely'

/** Templates with all their versions, and batches of contracts made from one version and a spreadsheet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
  for (const table of ['template', 'template_version', 'template_file', 'batch', 'batch_row']) {
    await sql.raw(`alter table ${table} enable row level security`).execute(db)
    await sql.raw(`alter table ${table} force row level security`).execute(db)
    await sql
      .raw(`create policy tenant on ${table} using (tenant_id = ${current}) with check (tenant_id = ${current})`)
      .execute(db)
  }
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`

const statements = [
  `create table template (
    tenant_id uuid not null, template_id uuid not null, name text not null, version int not null,
    state text not null check (state in ('enabled', 'disabled')), ready boolean not null, used_number int not null,
    created_at bigint not null, changed_at bigint not null, primary key (tenant_id, template_id))`,
  `create table template_version (
    tenant_id uuid not null, template_id uuid not null, version int not null, content jsonb not null,
    account_id uuid not null, who text not null, created_at bigint not null,
    primary key (tenant_id, template_id, version))`,
  `create table template_file (
    tenant_id uuid not null, template_id uuid not null, file_id uuid not null,
    primary key (tenant_id, template_id, file_id))`,
  `create table batch (
    tenant_id uuid not null, batch_id uuid not null, template_id uuid not null, version int not null,
    account_id uuid not null, total int not null, created_at bigint not null, finished_at bigint,
    primary key (tenant_id, batch_id))`,
  `create index batch_own on batch (tenant_id, account_id, created_at desc)`,
  `create table batch_row (
    tenant_id uuid not null, batch_id uuid not null, row_no int not null, row_values jsonb not null,
    state text not null check (state in ('waiting', 'done', 'failed')), fault text, contract_id uuid not null,
    sign_id text, primary key (tenant_id, batch_id, row_no), unique (tenant_id, contract_id))`,
  `create index batch_row_state on batch_row (tenant_id, batch_id, state, row_no)`,
]
