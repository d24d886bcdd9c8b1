import { type Kysely, sql } from 'kysely'

/** The company a list row stands for is that of the space it is read in, whatever its viewer is in the contract. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table inbox drop column company_id`.execute(db)
}
