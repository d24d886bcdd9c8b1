import { type Kysely, sql } from 'kysely'

/**
 * Messages in the application, an account's within a tenant, with the number of those unread; what an account has
 * chosen of notices, which is its own whatever the tenant.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
  for (const table of ['notice_message', 'notice_unread']) {
    await sql.raw(`alter table ${table} enable row level security`).execute(db)
    await sql.raw(`alter table ${table} force row level security`).execute(db)
    await sql
      .raw(`create policy tenant on ${table} using (tenant_id = ${current}) with check (tenant_id = ${current})`)
      .execute(db)
  }
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`

const statements = [
  `create table notice_message (
    tenant_id uuid not null, account_id uuid not null, message_id uuid not null, kind text not null,
    text text not null, path text not null, once_key text, read_at bigint, created_at bigint not null,
    primary key (tenant_id, account_id, message_id), unique (tenant_id, account_id, once_key))`,
  `create index notice_message_unread on notice_message (tenant_id, account_id, message_id) where read_at is null`,
  `create index notice_message_age on notice_message (tenant_id, created_at)`,
  `create table notice_unread (
    tenant_id uuid not null, account_id uuid not null, number int not null check (number >= 0),
    primary key (tenant_id, account_id))`,
  `create table notice_setting (
    account_id uuid primary key references account, sms jsonb not null default '{}', mail jsonb not null default '{}',
    hide_names boolean not null default false)`,
]
