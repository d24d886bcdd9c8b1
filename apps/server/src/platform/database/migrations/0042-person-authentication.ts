import { type Kysely, sql } from 'kysely'

/** Persons' authentications, one row a submission; and what a PIN must not be, since it is its holder's birthday. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table person_auth (
    auth_id uuid primary key, tenant_id uuid not null references space, account_id uuid not null references account,
    real_name text, identity_hash text, birthday_hashes text[], passed boolean,
    created_at bigint not null, ended_at bigint)`,
  // At most one under way in a space.
  'create unique index person_auth_open on person_auth (tenant_id) where ended_at is null',
  'alter table space add column birthday_hashes text[]',
]
