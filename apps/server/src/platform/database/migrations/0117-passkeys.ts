import { type Kysely, sql } from 'kysely'

/** Keys that sign in to an account, whether it asks for one, and what stands in for a lost one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table account add column key_required_at bigint`,
  `create table passkey (
    credential_id text primary key, account_id uuid not null, public_key bytea not null, name text not null,
    transports text[] not null, synced boolean not null, counter bigint not null, copied_at bigint,
    created_at bigint not null, used_at bigint, mac bytea not null)`,
  `create index passkey_account on passkey (account_id, created_at)`,
  `create table recovery_code (account_id uuid not null, code_hash bytea not null, primary key (account_id, code_hash))`,
]
