import { type Kysely, sql } from 'kysely'

/** Companies' own identity providers, who of their members they speak for, and what a session was opened by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`

const statements = [
  // Of the directory: whoever signs in is in no space yet.
  `alter table space add column sign_in_code text unique, add column rescuer_id uuid`,
  `create table identity_provider (tenant_id uuid primary key, name text not null, issuer text not null,
    client_id text not null, client_secret bytea, version integer not null, changed_at bigint not null,
    changed_by text not null)`,
  `alter table identity_provider enable row level security`,
  `alter table identity_provider force row level security`,
  `create policy tenant on identity_provider using (tenant_id = ${current}) with check (tenant_id = ${current})`,
  `create table provider_link (tenant_id uuid not null, issuer text not null, subject text not null,
    account_id uuid not null, label text not null, created_at bigint not null, used_at bigint, mac bytea not null,
    primary key (tenant_id, issuer, subject), unique (tenant_id, account_id))`,
  `create index on provider_link (account_id)`,
  `alter table session add column provider_spaces uuid[] not null default '{}',
    add column provider_only boolean not null default false`,
]
