import { type Kysely, sql } from 'kysely'

/** By what a person's authentication is checked; and a person's failures of late, which are counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table person_auth add column auth_way text not null default 'twoFactors'`,
  `alter table person_auth alter column auth_way drop default`,
  'create index person_auth_failed on person_auth (tenant_id, created_at desc) where passed = false',
]
