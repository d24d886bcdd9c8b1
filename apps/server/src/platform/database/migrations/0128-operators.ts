import { type Kysely, sql } from 'kysely'

/** Operators, who belong to no space, with their recovery codes, sessions and what they do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table operator (
    operator_id uuid primary key, name text not null unique, password_hash text, totp_secret text,
    used_step bigint not null default 0, enrol_hash bytea, enrol_ends_at bigint not null default 0,
    failures int not null default 0, failed_at bigint, disabled_at bigint, created_at bigint not null)`,
  `create table operator_recovery (
    operator_id uuid not null references operator on delete cascade, code_hash bytea not null,
    primary key (operator_id, code_hash))`,
  `create table operator_session (
    token_hash bytea primary key, operator_id uuid not null references operator on delete cascade,
    created_at bigint not null, seen_at bigint not null, address text not null, user_agent text not null,
    mac bytea not null)`,
  `create index operator_session_of on operator_session (operator_id)`,
  `create table operator_log (
    log_id uuid primary key, operator_id uuid not null references operator on delete cascade, at bigint not null,
    verb text not null, detail text, address text not null)`,
  `create index operator_log_newest on operator_log (operator_id, at desc, log_id desc)`,
]
