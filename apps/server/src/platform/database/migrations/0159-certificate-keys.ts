import { type Kysely, sql } from 'kysely'

/** Certificate keys bound to accounts; and what a person's own key is asked to sign, until it has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table certificate_key (
    fingerprint text primary key, account_id uuid not null, certificate bytea not null, chain text[] not null,
    name text not null, created_at bigint not null, used_at bigint, mac bytea not null)`,
  `create index certificate_key_account on certificate_key (account_id, created_at)`,
  `create table prepared_signature (
    prepared_id uuid primary key, account_id uuid not null, sealed bytea not null, expires_at bigint not null)`,
  `create index prepared_signature_account on prepared_signature (account_id)`,
  `create index prepared_signature_expires on prepared_signature (expires_at)`,
]
