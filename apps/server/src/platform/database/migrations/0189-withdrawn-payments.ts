import { type Kysely, sql } from 'kysely'

/**
 * When a company that was to pay from its own account took that back: what arrives later proves nothing. Faces that are
 * looked at for a change of name or number.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table company_auth add column withdrawn_at bigint`.execute(db)
  await sql`alter table face_verification add column is_change boolean not null default false`.execute(db)
}
