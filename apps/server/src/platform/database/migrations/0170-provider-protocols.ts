import { type Kysely, sql } from 'kysely'

/** What a company's identity provider speaks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table identity_provider add column protocol text not null default 'openid'`.execute(db)
}
