import { type Kysely, sql } from 'kysely'

/** Companies' authentications by an amount sent to their account, one row a submission. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table company_auth (
    auth_id uuid primary key, tenant_id uuid not null references space, account_id uuid not null references account,
    company_name text not null, credit_code text not null, legal_name text not null, bank_name text not null,
    bank_account text not null, fen int not null, step text not null, tries_left int not null,
    expire_at bigint, created_at bigint not null, ended_at bigint)`,
  // At most one under way in a space.
  `create unique index company_auth_open on company_auth (tenant_id) where ended_at is null`,
  `create index company_auth_code on company_auth (credit_code, created_at)`,
]
