import { type Kysely, sql } from 'kysely'

/**
 * A proof of will names what it consents to handle by handle, so that each signature is held against its own documents.
 * Tokens live five minutes: one from before asks for a new code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table auth_token add column consents jsonb not null default '{}'`.execute(db)
  await sql`alter table auth_token drop column binding`.execute(db)
}
