import { type Kysely, sql } from 'kysely'

/** Devices, sessions that can be told apart, the log of sign-ins, and links that sign in once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table account add column first_sign_in_at bigint`,
  `update account set first_sign_in_at = created_at
    where exists (select from session where session.account_id = account.account_id)`,
  `create table device (
    device_id uuid primary key default gen_random_uuid(), account_id uuid not null references account on delete cascade,
    secret_hash bytea not null unique, trusted boolean not null, user_agent text not null, address text not null,
    created_at bigint not null, seen_at bigint not null)`,
  `create index device_account on device (account_id)`,
  `alter table session add column session_id uuid not null default gen_random_uuid() unique,
    add column method text not null default 'account', add column proved_at bigint not null default 0,
    add column device_id uuid references device on delete set null`,
  `create index session_device on session (device_id)`,
  `create table sign_in_log (
    sign_in_id uuid primary key default gen_random_uuid(), name_key text, account_id uuid, at bigint not null,
    method text not null, result text not null, address text not null, user_agent text not null, device_id uuid,
    new_device boolean not null default false)`,
  `create index sign_in_log_account on sign_in_log (account_id, at desc, sign_in_id desc) where account_id is not null`,
  `create index sign_in_log_name on sign_in_log (name_key, at) where name_key is not null`,
  `create index sign_in_log_address on sign_in_log (address, at) where result <> 'success'`,
  `create index sign_in_log_age on sign_in_log (at)`,
  `create table auto_login_token (
    token_hash bytea primary key, account_id uuid not null, tenant_id uuid not null, redirect text not null,
    proved_at bigint not null, expires_at bigint not null)`,
  `create index auto_login_token_account on auto_login_token (account_id)`,
]
