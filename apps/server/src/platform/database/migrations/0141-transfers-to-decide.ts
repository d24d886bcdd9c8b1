import { type Kysely, sql } from 'kysely'

/** What waits for somebody of the platform is found without reading what was settled. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index payment_waiting on payment (created_at, payment_no)
    where state in ('pending', 'returning')`.execute(db)
}
