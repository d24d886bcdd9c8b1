import { type Kysely, sql } from 'kysely'

/** Codes by mail as well as by SMS, and proofs: tokens that say once that a captcha or a code was right. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table verification_code rename column phone to recipient`,
  `alter index verification_code_phone rename to verification_code_recipient`,
  `alter table outbox_message add column subject text`,
  `create table proof (
    token_hash bytea primary key, kind text not null, subject text not null, expires_at bigint not null)`,
  `create index proof_expiry on proof (expires_at)`,
]
