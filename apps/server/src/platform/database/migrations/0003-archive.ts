import { type Kysely, sql } from 'kysely'

/**
 * Reasons of revocation, chains of certificates from elsewhere, increments that wait for a time-stamp, archive ends.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table revoked_certificate add column reason text not null default 'unspecified'`,
  `alter table platform_secret add column chain text`,
  `alter table signing_certificate add column chain text`,
  `alter table document_revision add column awaiting_timestamp boolean not null default false`,
  `alter table contract add column archived_until bigint`,
]
