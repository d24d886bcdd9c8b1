import { type Kysely, sql } from 'kysely'

/** What registering and recovering an account keeps: consents, former passwords, invitation, default space. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table account add column invite_code text, add column default_tenant_id uuid,
    add column perfect_info_shown int not null default 1`,
  // Two names that differ only in case would be taken for one another.
  `create unique index account_user_name_lower on account (lower(user_name))`,
  `create index account_invite_code on account (invite_code) where invite_code is not null`,
  `create table password_history (
    history_id uuid primary key, account_id uuid not null references account, password_hash text not null,
    replaced_at bigint not null)`,
  `create index password_history_account on password_history (account_id, replaced_at desc)`,
  `create table consent (
    account_id uuid not null references account, document text not null, version text not null,
    agreed_at bigint not null, address text not null, user_agent text not null,
    primary key (account_id, document, version))`,
]
