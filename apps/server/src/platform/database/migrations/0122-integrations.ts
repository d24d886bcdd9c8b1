import { type Kysely, sql } from 'kysely'

/** Other systems of a company that act here: what they may, their secrets, and the log of their requests. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`
const tables = ['integration', 'integration_secret', 'integration_call']
const owned = `foreign key (tenant_id, integration_id) references integration (tenant_id, integration_id)
  on delete cascade`

const statements = [
  `create table integration (tenant_id uuid not null, integration_id uuid not null, name text not null,
    account_id uuid not null, scopes text[] not null, addresses text[] not null, version integer not null,
    disabled_at bigint, created_at bigint not null, changed_at bigint not null, changed_by text not null,
    primary key (tenant_id, integration_id))`,
  `create table integration_secret (tenant_id uuid not null, integration_id uuid not null, secret_id uuid not null,
    sealed bytea not null, created_at bigint not null, ends_at bigint,
    primary key (tenant_id, integration_id, secret_id), ${owned})`,
  `create table integration_call (tenant_id uuid not null, integration_id uuid not null, call_id uuid not null,
    nonce text, at bigint not null, call text, address text not null, request_id text not null, status integer,
    reason text, ms integer, primary key (tenant_id, integration_id, call_id),
    unique (tenant_id, integration_id, nonce), ${owned})`,
  ...tables.flatMap((table) => [
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy tenant on ${table} using (tenant_id = ${current}) with check (tenant_id = ${current})`,
  ]),
]
