import { type Kysely, sql } from 'kysely'

/** When the seal of an electronic seal has ended; what was signed with it before stays valid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table electronic_seal add column revoked_at bigint`).execute(db)
}
