import { type Kysely, sql } from 'kysely'

/** What companies' identity providers come in by to say who the members are, and whom they have named. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`
const tables = ['provisioning_token', 'provisioned_user']

const statements = [
  `create table provisioning_token (tenant_id uuid not null, token_id uuid not null, token_hash bytea not null,
    account_id uuid not null, made_by text not null, created_at bigint not null, ends_at bigint, used_at bigint,
    primary key (tenant_id, token_id), unique (tenant_id, token_hash))`,
  // Of a person one name, one phone, one membership.
  `create table provisioned_user (tenant_id uuid not null, user_id uuid not null, account_id uuid,
    user_name text not null, name_key text not null, external_id text, phone text, active boolean not null,
    details jsonb not null, created_at bigint not null, changed_at bigint not null,
    primary key (tenant_id, user_id), unique (tenant_id, name_key), unique (tenant_id, phone),
    unique (tenant_id, account_id))`,
  `create index on provisioned_user (tenant_id, external_id)`,
  ...tables.flatMap((table) => [
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy tenant on ${table} using (tenant_id = ${current}) with check (tenant_id = ${current})`,
  ]),
]
