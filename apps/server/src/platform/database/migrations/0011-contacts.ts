import { type Kysely, sql } from 'kysely'

/** Each account's address book in a space, and whether a launch adds to it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
  for (const table of ['contact', 'contact_count']) {
    await sql.raw(`alter table ${table} enable row level security`).execute(db)
    await sql.raw(`alter table ${table} force row level security`).execute(db)
    await sql
      .raw(`create policy tenant on ${table} using (tenant_id = ${current}) with check (tenant_id = ${current})`)
      .execute(db)
  }
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`

const statements = [
  `create table contact (
    tenant_id uuid not null, contact_id uuid not null, account_id uuid not null,
    contact_type text not null check (contact_type in ('person', 'company')), name text not null, phone text not null,
    company_name text not null, credit_code text not null, email text not null, remark text not null,
    search text not null, version int not null, used_at bigint, used_number int not null, touched_at bigint not null,
    primary key (tenant_id, contact_id),
    constraint contact_same unique (tenant_id, account_id, contact_type, phone, name, company_name))`,
  `create index contact_list on contact (tenant_id, account_id, contact_type, touched_at desc, contact_id desc)`,
  `create table contact_count (
    tenant_id uuid not null, account_id uuid not null, contact_type text not null, number int not null,
    primary key (tenant_id, account_id, contact_type))`,
  `alter table contract add column save_contacts boolean not null default true`,
]
